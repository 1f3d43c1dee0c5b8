// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// What an argument, a result or a property of Baton's D-Bus API is in Swift.
package protocol WireValue: SendableMetatype {
    /// Its type on the bus: one complete type.
    static var signature: Signature { get }
    /// Reads it; nil when `value` has another type.
    init?(wire value: Value)
    /// The value as it is on the bus.
    var wire: Value { get }
}

extension String: WireValue {
    package static var signature: Signature { "s" }

    package init?(wire value: Value) {
        guard case .string(let text) = value.unwrapped else { return nil }
        self = text
    }

    package var wire: Value { .string(self) }
}

extension Bool: WireValue {
    package static var signature: Signature { "b" }

    package init?(wire value: Value) {
        guard case .boolean(let flag) = value.unwrapped else { return nil }
        self = flag
    }

    package var wire: Value { .boolean(self) }
}

extension UInt32: WireValue {
    package static var signature: Signature { "u" }

    package init?(wire value: Value) {
        guard case .uint32(let number) = value.unwrapped else { return nil }
        self = number
    }

    package var wire: Value { .uint32(self) }
}

extension UInt64: WireValue {
    package static var signature: Signature { "t" }

    package init?(wire value: Value) {
        guard case .uint64(let number) = value.unwrapped else { return nil }
        self = number
    }

    package var wire: Value { .uint64(self) }
}

extension Int32: WireValue {
    package static var signature: Signature { "i" }

    package init?(wire value: Value) {
        guard case .int32(let number) = value.unwrapped else { return nil }
        self = number
    }

    package var wire: Value { .int32(self) }
}

extension Double: WireValue {
    package static var signature: Signature { "d" }

    package init?(wire value: Value) {
        guard case .double(let number) = value.unwrapped else { return nil }
        self = number
    }

    package var wire: Value { .double(self) }
}

extension ObjectPath: WireValue {
    package static var signature: Signature { "o" }

    package init?(wire value: Value) {
        guard case .objectPath(let path) = value.unwrapped else { return nil }
        self = path
    }

    package var wire: Value { .objectPath(self) }
}

/// A list, such as `as`. An element of another type makes all of it unreadable.
extension Array: WireValue where Element: WireValue {
    package static var signature: Signature { Signature(checked: "a\(Element.signature.rawValue)") }

    package init?(wire value: Value) {
        guard case .array(let array) = value.unwrapped else { return nil }
        self = []
        reserveCapacity(array.elements.count)
        for value in array.elements {
            guard let element = Element(wire: value) else { return nil }
            append(element)
        }
    }

    package var wire: Value { .array(DBusArray(Element.signature, map(\.wire))) }
}
