// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTemplate

extension ValueText {
    /// The value as JSON: arrays and dictionaries as such, paths and signatures as strings.
    static func json(_ value: Value) -> JSON {
        switch value {
        case .byte(let byte): .unsigned(UInt64(byte))
        case .boolean(let flag): .boolean(flag)
        case .int16(let integer): .integer(Int64(integer))
        case .uint16(let integer): .integer(Int64(integer))
        case .int32(let integer): .integer(Int64(integer))
        case .uint32(let integer): .integer(Int64(integer))
        case .int64(let integer): .integer(integer)
        case .uint64(let integer): .unsigned(integer)
        case .double(let double): .double(double)
        case .string(let string): .string(string)
        case .objectPath(let path): .string(path.rawValue)
        case .signature(let signature): .string(signature.rawValue)
        case .fileDescriptor: .null
        case .array(let array): .array(array.elements.map(json))
        case .dictionary(let dictionary): .object(dictionary.entries.map { (shown($0.key), json($0.value)) })
        case .structure(let members): .array(members.map(json))
        case .variant(let inner): json(inner)
        }
    }
}
