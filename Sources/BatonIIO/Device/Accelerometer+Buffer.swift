// SPDX-License-Identifier: Apache-2.0

internal import CIIO
internal import Glibc

/// What the kernel's buffer needs before it is opened (spec/iio.md d, e).
extension Accelerometer {
    /// The folder with the buffer's files.
    var folder: SysfsFolder { SysfsFolder(path: candidate.path) }
    /// The descriptor's file, which one program at a time can open.
    var node: String { "/dev/" + candidate.id }

    /// Whether the three axes have a place in a buffer, of a form that is understood.
    var canBuffer: Bool {
        device.context.isLocal && axes.allSatisfy { $0.format != nil } && folder.has(BufferState.enable)
            && access(node, F_OK) == 0
    }

    /// Whether the rights suffice for all that libiio writes.
    var mayBuffer: Bool {
        let elements = folder.names(in: "scan_elements").filter { $0.hasSuffix("_en") }
        let files = elements.map { "scan_elements/" + $0 } + [BufferState.enable, "buffer/length"]
        return files.allSatisfy { folder.isWritable($0) } && access(node, R_OK) == 0
    }

    /// Whether the buffer is on, which some program wants, or a dead one left.
    var isBufferOn: Bool { device.context.isLocal && (try? folder.text(BufferState.enable)) == "1" }

    /// Whether another program has the buffer's descriptor open at this moment.
    var isNodeHeld: Bool {
        let descriptor = Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EBUSY }
        close(descriptor)
        return false
    }

    /// Gives the device a trigger if it takes one and has none: the driver's own, or one that an administrator named "baton".
    func attachTrigger(rate: Double) {
        var present: OpaquePointer?
        let result = iio_device_get_trigger(device.pointer, &present)
        // hid has its own from the start, and -ENOENT is a device that takes none. An empty one is -EIO (spec/iio.md d).
        guard result != -ENOENT, result != 0 || present == nil else { return }
        let number = candidate.id.dropFirst("iio:device".count)
        for name in ["\(candidate.name)-dev\(number)", "baton"] {
            guard let trigger = iio_context_find_device(device.context.pointer, name), iio_device_is_trigger(trigger)
            else {
                continue
            }
            if name == "baton" { _ = iio_device_attr_write_double(trigger, "sampling_frequency", rate) }
            if iio_device_set_trigger(device.pointer, trigger) >= 0 { return }
        }
    }
}
