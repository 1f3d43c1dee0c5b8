// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Checks values before libdbus gets them, because libdbus ends the process, or hangs, at invalid ones. The limits are
/// those of the D-Bus specification, "Marshaling".
enum ValueCheck {
    /// The deepest nesting that is sent or read; the specification allows 32 arrays and 32 structures, libdbus 64 variants.
    static let maximumDepth = 32
    /// The largest array, from the specification.
    static let maximumArraySize = 64 << 20
    /// The largest body: the specification allows 128 MiB for a message, of which the header needs less than one.
    static let maximumBodySize = 127 << 20
    /// The longest signature, from the specification.
    static let maximumSignatureLength = 255

    /// Checks arguments to be appended to a message that already has arguments of the types `signature`.
    static func check(_ values: [Value], after signature: Signature) throws(DBusError) {
        var size = 0
        var text = signature.rawValue
        for value in values {
            size += try self.size(of: value, depth: 0)
            text += value.signatureText
        }
        guard size <= maximumBodySize else {
            throw DBusError(.limitsExceeded, "a message on the bus cannot be larger than 128 MiB")
        }
        try checkSignature(text)
    }

    /// Checks the value, and returns a lower bound of the bytes that it takes.
    static func size(of value: Value, depth: Int) throws(DBusError) -> Int {
        guard depth <= maximumDepth else {
            throw DBusError(.limitsExceeded, "the value is nested deeper than \(maximumDepth) levels")
        }
        switch value {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .fileDescriptor:
            return 8
        case .string(let string):
            guard !Validation.containsNUL(string) else {
                throw DBusError(.invalidArguments, "a string on the bus cannot contain NUL")
            }
            return string.utf8.count + 8
        case .objectPath(let path): return path.rawValue.utf8.count + 8
        case .signature(let signature):
            // It may come from the signature of a value, which has not been checked.
            guard Validation.isValid(signature.rawValue, dbus_signature_validate) else {
                throw DBusError(.invalidArguments, "'\(signature)' is not a valid type signature")
            }
            return signature.rawValue.utf8.count + 2
        case .variant(let inner):
            let text = inner.signatureText
            try checkSignature(text)
            return try size(of: inner, depth: depth + 1) + text.utf8.count + 2
        case .structure(let fields):
            guard !fields.isEmpty else { throw DBusError(.invalidArguments, "a structure needs a field") }
            var sum = 8
            for field in fields { sum += try size(of: field, depth: depth + 1) }
            return sum
        case .array(let array): return try size(of: array, depth: depth)
        case .dictionary(let dictionary): return try size(of: dictionary, depth: depth)
        }
    }

    private static func size(of array: DBusArray, depth: Int) throws(DBusError) -> Int {
        guard isSingle(array.element) else { throw notOneType(array.element) }
        for element in array.elements where !element.isOfType(array.element) {
            throw mismatch(element, array.element)
        }
        if let elementSize = fixedSize(array.element) { return try limited(8 + array.elements.count * elementSize) }
        var sum = 8
        for element in array.elements { sum += try size(of: element, depth: depth + 1) }
        return try limited(sum)
    }

    private static func size(of dictionary: DBusDictionary, depth: Int) throws(DBusError) -> Int {
        guard isBasic(dictionary.key) else {
            throw DBusError(.invalidArguments, "a dictionary's key is of a basic type, not of '\(dictionary.key)'")
        }
        guard isSingle(dictionary.value) else { throw notOneType(dictionary.value) }
        var sum = 8
        for entry in dictionary.entries {
            guard entry.key.isOfType(dictionary.key) else { throw mismatch(entry.key, dictionary.key) }
            guard entry.value.isOfType(dictionary.value) else { throw mismatch(entry.value, dictionary.value) }
            sum += try 8 + size(of: entry.key, depth: depth + 2) + size(of: entry.value, depth: depth + 2)
        }
        return try limited(sum)
    }

    // MARK: Signatures

    /// Checks the length and the nesting of a signature whose parts have been checked.
    private static func checkSignature(_ text: String) throws(DBusError) {
        let length = text.utf8.count
        // With 32 letters nothing can be nested deeper than 32 levels.
        if length <= maximumDepth { return }
        guard length <= maximumSignatureLength, Validation.isValid(text, dbus_signature_validate) else {
            throw DBusError(
                .limitsExceeded, "a type signature has at most 255 letters, 32 arrays and 32 structures in each other")
        }
    }

    /// Whether the signature, which is a valid one, is one complete type.
    private static func isSingle(_ signature: Signature) -> Bool {
        signature.rawValue.utf8.count == 1 || Validation.isValid(signature.rawValue, dbus_signature_validate_single)
    }

    private static func isBasic(_ signature: Signature) -> Bool {
        signature.rawValue.utf8.count == 1 && signature != "v"
    }

    private static func fixedSize(_ signature: Signature) -> Int? {
        switch signature.rawValue {
        case "y": 1
        case "n", "q": 2
        case "b", "i", "u", "h": 4
        case "x", "t", "d": 8
        default: nil
        }
    }

    // MARK: Errors

    private static func limited(_ size: Int) throws(DBusError) -> Int {
        guard size <= maximumArraySize else {
            throw DBusError(.limitsExceeded, "an array on the bus cannot be larger than 64 MiB")
        }
        return size
    }

    private static func notOneType(_ signature: Signature) -> DBusError {
        DBusError(.invalidArguments, "the elements of a container are of one complete type, not of '\(signature)'")
    }

    private static func mismatch(_ value: Value, _ expected: Signature) -> DBusError {
        DBusError(.invalidArguments, "a value of type '\(value.signatureText)' stands where '\(expected)' is declared")
    }
}
