// SPDX-License-Identifier: Apache-2.0

import CIIO
import Glibc
import SystemPackage

/// An open buffer of libiio: a descriptor to wait for, and the scans of the last read (rules IIO18 to IIO22).
///
/// Opening it switches the device's buffer off and on again, even if another program uses it. Closing it leaves the
/// buffer off (rule IIO24).
final class ScanBuffer {
    /// Becomes readable when the watermark is reached. It belongs to libiio: only watch it, and read with ``refill()``.
    let descriptor: FileDescriptor
    private let pointer: OpaquePointer
    private var isOpen = true
    /// How many scans the kernel is to keep at least: 0.32 s of 100 a second. A larger number makes samples later on a machine
    /// that is too slow for them.
    private static let kept = 32
    /// Three for each kind.
    private let channels: [(pointer: OpaquePointer, format: ScanFormat)]
    private let timestamp: (pointer: OpaquePointer, format: ScanFormat)?

    /// Whether the scans have timestamps of the device.
    var hasTimestamps: Bool { timestamp != nil }

    /// Opens it.
    ///
    /// - Parameters:
    ///   - sensors: the kinds to capture, all of one device.
    ///   - count: the number of scans after which the descriptor becomes readable.
    /// - Throws: `.permissionDenied` without the rights, `.resourceBusy` when another program has it,
    ///   `.invalidArgument` without a trigger, `.notSupported` when a scan's format is not known.
    init(_ sensors: [TriaxialSensor], count: Int) throws(Errno) {
        let axes = sensors.flatMap(\.axes)
        let found = axes.compactMap { axis in axis.format.map { (axis.pointer, $0) } }
        guard let sensor = sensors.first, found.count == axes.count else { throw .notSupported }
        channels = found
        for channel in sensor.device.channels { channel.disable() }
        for axis in axes { axis.enable() }
        if let channel = sensor.device.channel("timestamp"), let format = channel.format {
            channel.enable()
            timestamp = (channel.pointer, format)
        } else {
            timestamp = nil
        }
        // The kernel keeps scans while this process does not run. libiio's default is four times `count`, which for one scan
        // is 40 ms at 100 Hz; a driver that does not take more has the default.
        _ = iio_device_set_kernel_buffers_count(
            sensor.device.pointer, UInt32(clamping: max(4, Self.kept / max(count, 1))))
        errno = 0
        guard let pointer = iio_device_create_buffer(sensor.device.pointer, count, false) else {
            throw Errno(rawValue: errno)
        }
        self.pointer = pointer
        let file = iio_buffer_get_poll_fd(pointer)
        let mode = iio_buffer_set_blocking_mode(pointer, false)
        descriptor = FileDescriptor(rawValue: file)
        // If one of these throws, deinit closes the buffer.
        guard file >= 0 else { throw Errno(rawValue: -file) }
        guard mode >= 0 else { throw Errno(rawValue: -mode) }
    }

    deinit { close() }

    /// Switches the buffer and its channels off now, even if there are other references to this object. The scans that
    /// were read are lost.
    func close() {
        guard isOpen else { return }
        isOpen = false
        iio_buffer_destroy(pointer)
    }

    /// Reads the scans that are available.
    ///
    /// - Returns: the number of scans. ``scan(_:)`` and ``stamp(_:)`` refer to these until the next refill.
    /// - Throws: `.resourceTemporarilyUnavailable` when there are none.
    func refill() throws(Errno) -> Int {
        guard isOpen else { throw .badFileDescriptor }
        let result = iio_buffer_refill(pointer)
        guard result >= 0 else { throw Errno(rawValue: Int32(clamping: -result)) }
        guard let start = iio_buffer_start(pointer), let end = iio_buffer_end(pointer), stride > 0 else { return 0 }
        return (end - start) / stride
    }

    /// The raw values of a scan.
    ///
    /// - Parameter kind: the place of the kind among those that are captured.
    func scan(_ index: Int, kind: Int) -> RawScan {
        let first = 3 * kind
        return RawScan(
            x: value(channels[first], index), y: value(channels[first + 1], index), z: value(channels[first + 2], index)
        )
    }

    /// The device's timestamp of a scan; 0 if it has none.
    func stamp(_ index: Int) -> Int64 {
        timestamp.map { value($0, index) } ?? 0
    }

    private var stride: Int { iio_buffer_step(pointer) }

    private func value(_ channel: (pointer: OpaquePointer, format: ScanFormat), _ index: Int) -> Int64 {
        guard isOpen, let first = iio_buffer_first(pointer, channel.pointer) else { return 0 }
        return channel.format.value(at: first + index * stride)
    }
}
