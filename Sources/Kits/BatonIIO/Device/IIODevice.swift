// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import CIIO
import Glibc
import SystemPackage

/// A device of a context, and its attributes.
struct IIODevice {
    let context: IIOContext
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer, of context: IIOContext) {
        self.context = context
        self.pointer = pointer
    }

    /// Such as "iio:device0"; it may be another at the next boot.
    var id: String { String(cString: iio_device_get_id(pointer)) }
    /// The name that the driver gives; empty when it gives none.
    var name: String { iio_device_get_name(pointer).map { String(cString: $0) } ?? "" }
    /// The label that the firmware gives; empty when it gives none.
    var label: String { iio_device_get_label(pointer).map { String(cString: $0) } ?? "" }
    var isTrigger: Bool { iio_device_is_trigger(pointer) }

    /// The three axes of a kind, or nil when one is missing (rules IIO5 and IIO36).
    func axes(_ kind: SensorKind) -> [IIOChannel]? {
        let found = ["x", "y", "z"].compactMap { channel("\(kind.traits.channel)_\($0)") }
        return found.count == 3 ? found : nil
    }

    /// An input channel by its id, such as "timestamp".
    func channel(_ id: String) -> IIOChannel? {
        iio_device_find_channel(pointer, id, false).map { IIOChannel($0, of: context) }
    }

    /// All channels, in no particular order.
    var channels: [IIOChannel] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            iio_device_get_channel(pointer, index).map { IIOChannel($0, of: context) }
        }
    }

    /// The folder in /sys with all links resolved. For a device of another machine, the address and the id.
    var path: String {
        guard context.isLocal else { return context.uri + "/" + id }
        let link = "/sys/bus/iio/devices/" + id
        guard let resolved = realpath(link, nil) else { return link }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The text of an attribute, without the newline and the NUL at its end.
    func text(_ attribute: String) throws(Errno) -> String {
        try IIOText.read { buffer, size in iio_device_attr_read(pointer, attribute, buffer, size) }
    }

    /// The number in an attribute.
    func number(_ attribute: String) throws(Errno) -> Double {
        try IIOText.number(try text(attribute))
    }

    /// Writes a number, independently of the locale (rule IIO14).
    func write(_ value: Double, to attribute: String) throws(Errno) {
        try IIOText.check(iio_device_attr_write_double(pointer, attribute, value))
    }
}
