// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

extension Message {
    /// About how many bytes the arguments take; nil when they take more than `limit`. Copies nothing.
    ///
    /// libdbus has no function for the size of a message. The arguments are walked until the limit is passed.
    func argumentSize(upTo limit: Int) -> Int? {
        guard hasArguments else { return 0 }
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(handle, &iterator) != 0 else { return 0 }
        var measure = SizeMeasure(limit: limit)
        return measure.takesAll(&iterator) ? measure.size : nil
    }
}

/// Adds up sizes of values until a limit is passed.
private struct SizeMeasure {
    let limit: Int
    private(set) var size = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds the sizes of the values from the iterator on; false when the limit is passed.
    mutating func takesAll(_ iterator: inout DBusMessageIter) -> Bool {
        while true {
            let type = dbus_message_iter_get_arg_type(&iterator)
            guard type != TypeCode.invalid else { return true }
            guard takes(type, &iterator) else { return false }
            guard dbus_message_iter_next(&iterator) != 0 else { return true }
        }
    }

    private mutating func takes(_ type: Int32, _ iterator: inout DBusMessageIter) -> Bool {
        switch type {
        case TypeCode.string, TypeCode.objectPath, TypeCode.signature:
            var pointer: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&iterator, &pointer)
            return adds(8) && adds(pointer.map { strnlen($0, limit + 1) } ?? 0)
        case TypeCode.array:
            let element = dbus_message_iter_get_element_type(&iterator)
            var elements = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &elements)
            guard let width = Self.width(element) else { return adds(8) && takesAll(&elements) }
            // Elements of a fixed size are counted at once. A message has at most 2^27 bytes, so the product does not
            // overflow.
            var pointer: UnsafeRawPointer?
            var count: Int32 = 0
            if dbus_message_iter_get_arg_type(&elements) != TypeCode.invalid {
                dbus_message_iter_get_fixed_array(&elements, &pointer, &count)
            }
            return adds(8 + Int(count) * width)
        case TypeCode.structure, TypeCode.dictionaryEntry, TypeCode.variant:
            var fields = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &fields)
            return adds(8) && takesAll(&fields)
        default: return adds(8)
        }
    }

    /// The size in bytes of an element of a fixed size; nil for other elements, which have to be walked.
    private static func width(_ element: Int32) -> Int? {
        switch element {
        case TypeCode.byte: 1
        case TypeCode.int16, TypeCode.uint16: 2
        case TypeCode.boolean, TypeCode.int32, TypeCode.uint32: 4
        case TypeCode.int64, TypeCode.uint64, TypeCode.double: 8
        default: nil
        }
    }

    private mutating func adds(_ bytes: Int) -> Bool {
        size += bytes
        return size <= limit
    }
}
