// SPDX-License-Identifier: Apache-2.0

/// One D-Bus value of any type.
///
/// Each case is documented by its letter in the D-Bus specification, "Type System".
///
/// For example:
/// ```swift
/// let metadata = Value.vardict([("xesam:title", .string("Nocturne")), ("mpris:length", .int64(240_000_000))])
/// let title = metadata.asVardict?["xesam:title"]?.asString  // "Nocturne"
/// ```
public enum Value: Hashable, Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`. A string with a NUL cannot be sent.
    case string(String)
    /// `o`
    case objectPath(ObjectPath)
    /// `g`
    case signature(Signature)
    /// `h`
    case fileDescriptor(UnixFileDescriptor)
    /// `a…`
    indirect case array(DBusArray)
    /// `a{…}`
    indirect case dictionary(DBusDictionary)
    /// `(…)`, with at least one field.
    case structure([Value])
    /// `v`
    indirect case variant(Value)

    // MARK: Making the common ones

    /// An array of strings, `as`.
    public static func strings(_ strings: [String]) -> Value {
        .array(DBusArray("s", strings.map { .string($0) }))
    }

    /// A dictionary of variants, `a{sv}`, in the order given.
    public static func vardict(_ pairs: [(String, Value)]) -> Value {
        .dictionary(DBusDictionary("s", "v", pairs.map { .init(.string($0.0), .variant($0.1)) }))
    }

    // MARK: Reading received values

    /// The value without the variants around it.
    public var unwrapped: Value {
        guard case .variant(let inner) = self else { return self }
        return inner.unwrapped
    }

    /// The text of a string, object path or signature; nil for other types.
    public var asString: String? {
        switch self {
        case .string(let string): string
        case .objectPath(let path): path.rawValue
        case .signature(let signature): signature.rawValue
        case .variant(let inner): inner.asString
        default: nil
        }
    }

    /// A boolean.
    public var asBool: Bool? {
        switch self {
        case .boolean(let bool): bool
        case .variant(let inner): inner.asBool
        default: nil
        }
    }

    /// An integer of any type that fits, or a floating-point number, rounded; nil otherwise. Players send lengths under
    /// several types.
    public var asInt64: Int64? {
        switch self {
        case .byte(let number): Int64(clamping: number)
        case .int16(let number): Int64(clamping: number)
        case .uint16(let number): Int64(clamping: number)
        case .int32(let number): Int64(clamping: number)
        case .uint32(let number): Int64(clamping: number)
        case .int64(let number): number
        case .uint64(let number): Int64(exactly: number)
        case .double(let number): Int64(exactly: number.rounded())
        case .variant(let inner): inner.asInt64
        default: nil
        }
    }

    /// A floating-point number, or an integer converted to one; nil otherwise.
    public var asDouble: Double? {
        switch self {
        case .double(let number): number
        case .variant(let inner): inner.asDouble
        default: asInt64.map(Double.init)
        }
    }

    /// The strings of an array of strings or object paths.
    public var asStringArray: [String]? {
        guard case .array(let array) = unwrapped else { return nil }
        var result: [String] = []
        result.reserveCapacity(array.elements.count)
        for element in array.elements {
            guard let string = element.asString else { return nil }
            result.append(string)
        }
        return result
    }

    /// A dictionary with strings for keys; the values are unwrapped from their variants.
    public var asVardict: [String: Value]? {
        guard case .dictionary(let dictionary) = unwrapped, dictionary.key == "s" else { return nil }
        var result: [String: Value] = [:]
        for entry in dictionary.entries {
            guard case .string(let key) = entry.key else { return nil }
            result[key] = entry.value.unwrapped
        }
        return result
    }
}
