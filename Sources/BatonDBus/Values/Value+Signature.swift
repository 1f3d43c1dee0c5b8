// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The deepest nesting that is sent or read; the D-Bus specification allows 32 arrays and 32 structures.
    static let maximumDepth = 32
    /// The largest array, from the D-Bus specification.
    static let maximumArraySize = 64 << 20

    /// The type of the value, as one complete type.
    public var signature: Signature { Signature(checked: signatureText) }

    var signatureText: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .array(let array): "a" + array.element.rawValue
        case .dictionary(let dictionary): "a{" + dictionary.key.rawValue + dictionary.value.rawValue + "}"
        case .structure(let fields): "(" + fields.map(\.signatureText).joined() + ")"
        case .variant: "v"
        }
    }

    /// Whether the value is of the one complete type `signature`, without building a string for the basic types.
    func isOfType(_ signature: Signature) -> Bool { signatureText == signature.rawValue }

    /// Checks everything libdbus would end the process for, and returns about how many bytes the value takes.
    func check(depth: Int = 0) throws(DBusError) -> Int {
        guard depth <= Self.maximumDepth else {
            throw DBusError(.invalidArguments, "the value is nested deeper than \(Self.maximumDepth) levels")
        }
        switch self {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .fileDescriptor:
            return 8
        case .string(let string):
            guard !string.utf8.contains(0) else {
                throw DBusError(.invalidArguments, "a string on the bus cannot contain NUL")
            }
            return string.utf8.count + 5
        case .objectPath(let path): return path.rawValue.utf8.count + 5
        case .signature(let signature): return signature.rawValue.utf8.count + 2
        case .variant(let inner): return try inner.check(depth: depth + 1) + 8
        case .structure(let fields):
            guard !fields.isEmpty else { throw DBusError(.invalidArguments, "a structure needs a field") }
            return try Self.sum(fields, depth)
        case .array(let array):
            for element in array.elements where !element.isOfType(array.element) {
                throw Self.mismatch(element, array.element)
            }
            return try Self.limited(Self.sum(array.elements, depth))
        case .dictionary(let dictionary):
            var size = 0
            for entry in dictionary.entries {
                guard entry.key.isOfType(dictionary.key) else { throw Self.mismatch(entry.key, dictionary.key) }
                guard entry.value.isOfType(dictionary.value) else { throw Self.mismatch(entry.value, dictionary.value) }
                size += try entry.key.check(depth: depth + 2) + entry.value.check(depth: depth + 2)
            }
            return try Self.limited(size)
        }
    }

    private static func sum(_ values: [Value], _ depth: Int) throws(DBusError) -> Int {
        var size = 0
        for value in values { size += try value.check(depth: depth + 1) }
        return size
    }

    private static func limited(_ size: Int) throws(DBusError) -> Int {
        guard size <= maximumArraySize else {
            throw DBusError(.limitsExceeded, "an array on the bus cannot be larger than 64 MiB")
        }
        return size
    }

    private static func mismatch(_ value: Value, _ expected: Signature) -> DBusError {
        DBusError(.invalidArguments, "a value of type '\(value.signatureText)' stands where '\(expected)' is declared")
    }
}
