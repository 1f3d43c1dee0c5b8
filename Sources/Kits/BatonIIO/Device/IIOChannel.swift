// SPDX-License-Identifier: Apache-2.0

import CIIO
import SystemPackage

/// One channel of a device: an axis, or the timestamp.
struct IIOChannel {
    let pointer: OpaquePointer
    /// Keeps the context, because the pointer is valid only as long as the context.
    private let context: IIOContext

    init(_ pointer: OpaquePointer, of context: IIOContext) {
        self.pointer = pointer
        self.context = context
    }

    /// Whether the kernel can capture it in a buffer.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) }

    /// Its format in the buffer; nil if it is not captured, or if no accelerometer has such a format.
    var format: ScanFormat? {
        guard isScanElement, let format = iio_channel_get_data_format(pointer)?.pointee, format.repeat <= 1 else {
            return nil
        }
        return ScanFormat(
            bits: Int(format.bits), storageBits: Int(format.length), shift: Int(format.shift),
            isSigned: format.is_signed, isBigEndian: format.is_be)
    }

    /// Whether the channel has an attribute.
    func has(_ attribute: String) -> Bool { iio_channel_find_attr(pointer, attribute) != nil }

    /// The text of an attribute, without the newline and the NUL at its end.
    func text(_ attribute: String) throws(Errno) -> String {
        try IIOText.read { buffer, size in iio_channel_attr_read(pointer, attribute, buffer, size) }
    }

    /// The number in an attribute.
    func number(_ attribute: String) throws(Errno) -> Double {
        try IIOText.number(try text(attribute))
    }

    /// The number in an attribute, with its fraction and without a copy of its text (rule IIO14).
    func value(_ attribute: StaticString) throws(Errno) -> Double {
        var value = 0.0
        let result = attribute.withUTF8Buffer { name in
            name.withMemoryRebound(to: CChar.self) { name in
                iio_channel_attr_read_double(pointer, name.baseAddress, &value)
            }
        }
        try IIOText.check(result)
        guard value.isFinite else { throw .invalidArgument }
        return value
    }

    /// Writes a number, independently of the locale (rule IIO14).
    func write(_ value: Double, to attribute: String) throws(Errno) {
        try IIOText.check(iio_channel_attr_write_double(pointer, attribute, value))
    }

    func enable() { iio_channel_enable(pointer) }
    func disable() { iio_channel_disable(pointer) }
}
