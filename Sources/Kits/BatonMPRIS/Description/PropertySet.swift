// SPDX-License-Identifier: Apache-2.0

/// A set of properties in one machine word, so that a change is passed on without an allocation.
///
/// For example:
/// ```swift
/// var changed: PropertySet = [.metadata, .playbackStatus]
/// changed.insert(.volume)
/// for property in changed { print(property.name) }
/// ```
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

    /// Whether the set is empty.
    public var isEmpty: Bool { bits == 0 }

    /// The number of properties.
    public var count: Int { bits.nonzeroBitCount }

    /// Whether the set contains the property.
    public func contains(_ property: PlayerProperty) -> Bool { bits & (1 << property.rawValue) != 0 }

    /// Adds the property.
    public mutating func insert(_ property: PlayerProperty) { bits |= 1 << property.rawValue }

    /// Removes the property.
    public mutating func remove(_ property: PlayerProperty) { bits &= ~(1 << property.rawValue) }

    /// Adds all properties of the other set.
    public mutating func formUnion(_ other: PropertySet) { bits |= other.bits }

    /// The properties that are in both sets.
    public func intersection(_ other: PropertySet) -> PropertySet {
        var result = self
        result.bits &= other.bits
        return result
    }

    /// The properties that are in this set and not in the other one.
    public func subtracting(_ other: PropertySet) -> PropertySet {
        var result = self
        result.bits &= ~other.bits
        return result
    }

    /// Iterates over the properties in the order of ``PlayerProperty``.
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

    /// Makes an iterator.
    public func makeIterator() -> Iterator { Iterator(bits: bits) }
}
