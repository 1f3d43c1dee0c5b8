// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc

/// What the kernel's buffer needs before it is opened (rules IIO16 to IIO18).
extension TriaxialSensor {
    /// The folder with the buffer's files.
    var folder: SysfsFolder { SysfsFolder(path: candidate.path) }
    /// The device's node, which only one program at a time can open.
    var node: String { "/dev/" + candidate.id }

    /// Whether the device has a buffer in which the three axes have a known format.
    var canBuffer: Bool {
        device.context.isLocal && axes.allSatisfy { $0.format != nil } && folder.has(BufferState.enable)
            && access(node, F_OK) == 0
    }

    /// Whether this process has the rights for all files that libiio writes (rule IIO34).
    var mayBuffer: Bool {
        let elements = folder.names(in: "scan_elements").filter { $0.hasSuffix("_en") }
        let files = elements.map { "scan_elements/" + $0 } + [BufferState.enable, "buffer/length"]
        return files.allSatisfy { folder.isWritable($0) } && access(node, R_OK) == 0
    }

    /// Whether the buffer is on. A program uses it, or has left it on when it ended (rule IIO27).
    var isBufferOn: Bool { device.context.isLocal && (try? folder.text(BufferState.enable)) == "1" }

    /// Whether another program has the node open at this moment.
    var isNodeHeld: Bool {
        let descriptor = Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EBUSY }
        close(descriptor)
        return false
    }

    /// Gives the device a trigger if it needs one and has none: the driver's own, or one that an administrator named
    /// "baton".
    func attachTrigger(rate: Double) {
        var present: OpaquePointer?
        let result = iio_device_get_trigger(device.pointer, &present)
        // hid has its own from the start. -ENOENT means that the device takes no trigger, -EIO that it has none (rule
        // IIO17).
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
