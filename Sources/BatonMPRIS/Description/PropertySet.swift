// SPDX-License-Identifier: Apache-2.0

/// A set of properties in one machine word: telling what changed allocates nothing.
public struct PropertySet: Hashable, Sendable, ExpressibleByArrayLiteral, Sequence {
    private var bits: UInt32

    /// Makes a set of these properties.
    public init(arrayLiteral elements: PlayerProperty...) {
        bits = 0
        for element in elements { insert(element) }
    }

    /// Makes the set of all properties of an interface.
    public init(allOf interface: PlayerInterface) {
        bits = 0
        for property in PlayerProperty.allCases where property.interface == interface { insert(property) }
    }

    /// Whether nothing is in it.
    public var isEmpty: Bool { bits == 0 }

    /// How many properties are in it.
    public var count: Int { bits.nonzeroBitCount }

    /// Whether the property is in it.
    public func contains(_ property: PlayerProperty) -> Bool { bits & (1 << property.rawValue) != 0 }

    /// Puts the property in.
    public mutating func insert(_ property: PlayerProperty) { bits |= 1 << property.rawValue }

    /// Takes the property out.
    public mutating func remove(_ property: PlayerProperty) { bits &= ~(1 << property.rawValue) }

    /// Puts all of the other set in.
    public mutating func formUnion(_ other: PropertySet) { bits |= other.bits }

    /// What is in both.
    public func intersection(_ other: PropertySet) -> PropertySet {
        var result = self
        result.bits &= other.bits
        return result
    }

    /// What is in this one and not in the other.
    public func subtracting(_ other: PropertySet) -> PropertySet {
        var result = self
        result.bits &= ~other.bits
        return result
    }

    /// Goes through the properties in the order of ``PlayerProperty``.
    public struct Iterator: IteratorProtocol {
        fileprivate var bits: UInt32

        /// The next property, or nil after the last.
        public mutating func next() -> PlayerProperty? {
            guard bits != 0 else { return nil }
            let lowest = UInt8(bits.trailingZeroBitCount)
            bits &= bits - 1
            return PlayerProperty(rawValue: lowest)
        }
    }

    /// Begins with the first property.
    public func makeIterator() -> Iterator { Iterator(bits: bits) }
}
