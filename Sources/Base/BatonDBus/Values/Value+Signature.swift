// SPDX-License-Identifier: Apache-2.0

extension Value {
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

    /// About how many bytes the value takes in a message.
    ///
    /// - Throws: ``DBusError`` when D-Bus cannot carry it; see ``Message/append(_:)``.
    public func byteCount() throws(DBusError) -> Int { try ValueCheck.size(of: .variant(self), depth: 0) }

    /// Whether the value is of the one complete type `signature`.
    func isOfType(_ signature: Signature) -> Bool { signatureText == signature.rawValue }
}
