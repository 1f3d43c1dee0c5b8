// SPDX-License-Identifier: Apache-2.0

internal import CIIO
internal import Glibc
internal import SystemPackage

/// One device of a context, and what its attributes say.
struct IIODevice {
    let context: IIOContext
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer, of context: IIOContext) {
        self.context = context
        self.pointer = pointer
    }

    /// Such as "iio:device0": good for this boot only.
    var id: String { String(cString: iio_device_get_id(pointer)) }
    /// The driver's name; empty when it gives none.
    var name: String { iio_device_get_name(pointer).map { String(cString: $0) } ?? "" }
    /// The firmware's label; empty when it gives none.
    var label: String { iio_device_get_label(pointer).map { String(cString: $0) } ?? "" }
    var isTrigger: Bool { iio_device_is_trigger(pointer) }

    /// The three axes of an accelerometer, or nil when one is missing.
    var axes: [IIOChannel]? {
        let found = ["accel_x", "accel_y", "accel_z"].compactMap { channel($0) }
        return found.count == 3 ? found : nil
    }

    /// An input channel by its id, such as "timestamp".
    func channel(_ id: String) -> IIOChannel? {
        iio_device_find_channel(pointer, id, false).map { IIOChannel($0, of: context) }
    }

    /// Every channel, in no special order.
    var channels: [IIOChannel] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            iio_device_get_channel(pointer, index).map { IIOChannel($0, of: context) }
        }
    }

    /// The folder in /sys with all links resolved, or the address and the id for a device elsewhere.
    var path: String {
        guard context.isLocal else { return context.uri + "/" + id }
        let link = "/sys/bus/iio/devices/" + id
        guard let resolved = realpath(link, nil) else { return link }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// An attribute's text, without the newline and the zero at its end.
    func text(_ attribute: String) throws(Errno) -> String {
        try IIOText.read { buffer, size in iio_device_attr_read(pointer, attribute, buffer, size) }
    }

    /// An attribute's number.
    func number(_ attribute: String) throws(Errno) -> Double {
        try IIOText.number(try text(attribute))
    }

    /// Writes a number, whatever the locale.
    func write(_ value: Double, to attribute: String) throws(Errno) {
        try IIOText.check(iio_device_attr_write_double(pointer, attribute, value))
    }
}
