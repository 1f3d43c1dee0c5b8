// SPDX-License-Identifier: Apache-2.0

import CDBus
import SystemPackage

/// Reads the values of a message that libdbus has validated.
struct ValueReader {
    /// How many values are read of one message. A value that takes one byte in a message takes 24 bytes or more as a
    /// ``Value``.
    private static let maximumCount = 2 << 20
    /// The largest body that the specification allows.
    static let largestBody = 128 << 20
    private var count = 0
    /// The bytes of text that may still be read. Everything else is bounded by ``maximumCount``.
    private var textLeft: Int

    /// - Parameter largestBody: the most bytes of text in all values.
    init(largestBody: Int = Self.largestBody) {
        textLeft = largestBody
    }

    /// Reads the value at the iterator. The iterator does not move.
    mutating func read(_ iterator: inout DBusMessageIter, depth: Int = 0) throws(DBusError) -> Value {
        count += 1
        guard count <= Self.maximumCount else {
            throw DBusError(.limitsExceeded, "the message has more than \(Self.maximumCount) values")
        }
        guard depth <= ValueCheck.maximumDepth else {
            throw DBusError(.limitsExceeded, "the message is nested deeper than \(ValueCheck.maximumDepth) levels")
        }
        switch dbus_message_iter_get_arg_type(&iterator) {
        case TypeCode.byte: return .byte(basic(&iterator, UInt8(0)))
        case TypeCode.boolean: return .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
        case TypeCode.int16: return .int16(basic(&iterator, Int16(0)))
        case TypeCode.uint16: return .uint16(basic(&iterator, UInt16(0)))
        case TypeCode.int32: return .int32(basic(&iterator, Int32(0)))
        case TypeCode.uint32: return .uint32(basic(&iterator, UInt32(0)))
        case TypeCode.int64: return .int64(basic(&iterator, Int64(0)))
        case TypeCode.uint64: return .uint64(basic(&iterator, UInt64(0)))
        case TypeCode.double: return .double(basic(&iterator, Double(0)))
        case TypeCode.string: return .string(try text(&iterator))
        case TypeCode.objectPath: return .objectPath(ObjectPath(checked: try text(&iterator)))
        case TypeCode.signature: return .signature(Signature(checked: try text(&iterator)))
        case TypeCode.fileDescriptor: return try fileDescriptor(&iterator)
        case TypeCode.array: return try array(&iterator, depth)
        case TypeCode.structure: return .structure(try fields(&iterator, depth))
        case TypeCode.variant:
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            return .variant(try read(&inner, depth: depth + 1))
        default:
            throw DBusError(.inconsistentMessage, "the message has a value of no known type")
        }
    }

    private mutating func array(_ iterator: inout DBusMessageIter, _ depth: Int) throws(DBusError) -> Value {
        let type = dbus_message_iter_get_element_type(&iterator)
        guard type == TypeCode.dictionaryEntry else {
            return .array(DBusArray(elementType(&iterator, type), try fields(&iterator, depth)))
        }
        let entry = elementType(&iterator, type).rawValue.dropFirst().dropLast()
        var entries: [DBusDictionary.Entry] = []
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &sub)
        while dbus_message_iter_get_arg_type(&sub) == TypeCode.dictionaryEntry {
            var pair = DBusMessageIter()
            dbus_message_iter_recurse(&sub, &pair)
            let key = try read(&pair, depth: depth + 2)
            dbus_message_iter_next(&pair)
            entries.append(.init(key, try read(&pair, depth: depth + 2)))
            dbus_message_iter_next(&sub)
        }
        return .dictionary(
            DBusDictionary(
                Signature(checked: String(entry.prefix(1))), Signature(checked: String(entry.dropFirst())), entries))
    }

    private mutating func fields(_ iterator: inout DBusMessageIter, _ depth: Int) throws(DBusError) -> [Value] {
        var result: [Value] = []
        var sub = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &sub)
        while dbus_message_iter_get_arg_type(&sub) != TypeCode.invalid {
            result.append(try read(&sub, depth: depth + 1))
            dbus_message_iter_next(&sub)
        }
        return result
    }

    /// The element type of the array at the iterator. libdbus is asked for its signature only if it is a container,
    /// because that allocates.
    private func elementType(_ iterator: inout DBusMessageIter, _ type: Int32) -> Signature {
        switch type {
        case TypeCode.string: return "s"
        case TypeCode.array, TypeCode.structure, TypeCode.dictionaryEntry:
            guard let text = dbus_message_iter_get_signature(&iterator) else { return "v" }
            defer { dbus_free(text) }
            return Signature(checked: String(String(cString: text).dropFirst()))
        default:
            return Signature(checked: String(UnicodeScalar(UInt8(truncatingIfNeeded: type))))
        }
    }

    private func basic<Number: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ zero: Number) -> Number {
        var number = zero
        dbus_message_iter_get_basic(&iterator, &number)
        return number
    }

    private mutating func text(_ iterator: inout DBusMessageIter) throws(DBusError) -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        guard let pointer else { return "" }
        guard let text = string(pointer, upTo: textLeft) else {
            throw DBusError(.limitsExceeded, "the message is larger than is read of it")
        }
        textLeft -= text.utf8.count
        return text
    }

    private func fileDescriptor(_ iterator: inout DBusMessageIter) throws(DBusError) -> Value {
        var raw = Int32(-1)
        // libdbus returns a duplicate, which the caller has to close.
        dbus_message_iter_get_basic(&iterator, &raw)
        guard raw >= 0 else { throw DBusError(.inconsistentMessage, "the message names a descriptor it did not bring") }
        return .fileDescriptor(UnixFileDescriptor(owning: FileDescriptor(rawValue: raw)))
    }
}
