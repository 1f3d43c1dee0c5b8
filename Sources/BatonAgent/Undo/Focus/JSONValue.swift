// SPDX-License-Identifier: Apache-2.0

/// A JSON value that some program sent (RFC 8259).
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number that is an integer of 64 bits, as written: without fraction and exponent.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Of a name that comes more than once, the last value counts.
    case object([String: JSONValue])

    /// The value of a name; nil when this is no object, or there is no such name.
    subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var asString: String? { if case .string(let text) = self { text } else { nil } }

    var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }

    var asBool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The elements; none when this is no array.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// A process: a number that the kernel could have given.
    var asProcess: UInt32? {
        guard let number = asInteger.flatMap({ Int32(exactly: $0) }), number > 0 else { return nil }
        return UInt32(exactly: number)
    }
}
