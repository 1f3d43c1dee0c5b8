// SPDX-License-Identifier: Apache-2.0

import CDBus
import SystemPackage

/// Appends values that have been checked to a message.
enum ValueWriter {
    static func append(_ value: Value, to iterator: inout DBusMessageIter) throws(DBusError) {
        switch value {
        case .byte(let number): try basic(TypeCode.byte, number, &iterator)
        case .boolean(let bool): try basic(TypeCode.boolean, dbus_bool_t(bool ? 1 : 0), &iterator)
        case .int16(let number): try basic(TypeCode.int16, number, &iterator)
        case .uint16(let number): try basic(TypeCode.uint16, number, &iterator)
        case .int32(let number): try basic(TypeCode.int32, number, &iterator)
        case .uint32(let number): try basic(TypeCode.uint32, number, &iterator)
        case .int64(let number): try basic(TypeCode.int64, number, &iterator)
        case .uint64(let number): try basic(TypeCode.uint64, number, &iterator)
        case .double(let number): try basic(TypeCode.double, number, &iterator)
        case .string(let string): try text(TypeCode.string, string, &iterator)
        case .objectPath(let path): try text(TypeCode.objectPath, path.rawValue, &iterator)
        case .signature(let signature): try text(TypeCode.signature, signature.rawValue, &iterator)
        case .fileDescriptor(let file):
            try basic(TypeCode.fileDescriptor, file.fileDescriptor.rawValue, &iterator)
        case .array(let array):
            try container(TypeCode.array, array.element.rawValue, &iterator) { (sub) throws(DBusError) in
                for element in array.elements { try append(element, to: &sub) }
            }
        case .dictionary(let dictionary):
            try append(dictionary, to: &iterator)
        case .structure(let fields):
            try container(TypeCode.structure, nil, &iterator) { (sub) throws(DBusError) in
                for field in fields { try append(field, to: &sub) }
            }
        case .variant(let inner):
            try container(TypeCode.variant, inner.signatureText, &iterator) { (sub) throws(DBusError) in
                try append(inner, to: &sub)
            }
        }
    }

    private static func append(_ dictionary: DBusDictionary, to iterator: inout DBusMessageIter) throws(DBusError) {
        let type = "{\(dictionary.key)\(dictionary.value)}"
        try container(TypeCode.array, type, &iterator) { (sub) throws(DBusError) in
            for entry in dictionary.entries {
                try container(TypeCode.dictionaryEntry, nil, &sub) { (pair) throws(DBusError) in
                    try append(entry.key, to: &pair)
                    try append(entry.value, to: &pair)
                }
            }
        }
    }

    private static func basic<Number: BitwiseCopyable>(
        _ type: Int32, _ number: Number, _ iterator: inout DBusMessageIter
    ) throws(DBusError) {
        var number = number
        guard dbus_message_iter_append_basic(&iterator, type, &number) != 0 else { throw noMemory }
    }

    private static func text(_ type: Int32, _ text: String, _ iterator: inout DBusMessageIter) throws(DBusError) {
        let appended = text.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            return dbus_message_iter_append_basic(&iterator, type, &pointer) != 0
        }
        guard appended else { throw noMemory }
    }

    private static func container(
        _ type: Int32, _ signature: String?, _ iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) throws(DBusError) -> Void
    ) throws(DBusError) {
        var sub = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &sub) != 0 else { throw noMemory }
        do {
            try body(&sub)
        } catch {
            dbus_message_iter_abandon_container(&iterator, &sub)
            throw error
        }
        guard dbus_message_iter_close_container(&iterator, &sub) != 0 else { throw noMemory }
    }

    /// libdbus returns false for this reason only, because everything else was checked.
    private static let noMemory = DBusError(.noMemory, "no memory for a message")
}
