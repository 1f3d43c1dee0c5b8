// SPDX-License-Identifier: Apache-2.0

/// A set of the touches of one event, by their index.
struct TouchMask: Equatable, Sequence {
    /// The most touches of an event.
    static let capacity = 64
    static let none = TouchMask(bits: 0)

    private(set) var bits: UInt64

    private init(bits: UInt64) { self.bits = bits }

    /// The first so many touches.
    init(count: Int) { bits = count >= Self.capacity ? .max : (1 << UInt64(count)) - 1 }

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }
    /// The lowest index; nil if there is none.
    var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

    func contains(_ index: Int) -> Bool { bits & (1 << UInt64(index)) != 0 }

    mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

    mutating func subtract(_ other: TouchMask) { bits &= ~other.bits }

    func intersection(_ other: TouchMask) -> TouchMask { TouchMask(bits: bits & other.bits) }

    /// The indices from the lowest.
    func makeIterator() -> Indices { Indices(bits: bits) }

    struct Indices: IteratorProtocol {
        fileprivate var bits: UInt64

        mutating func next() -> Int? {
            guard bits != 0 else { return nil }
            defer { bits &= bits - 1 }
            return bits.trailingZeroBitCount
        }
    }
}

/// The sets of touches that an event has made, by their masks. It has room for a few, and makes further ones anew.
struct TouchSets {
    private var one: (mask: TouchMask, set: Set<Touch>)?
    private var two: (mask: TouchMask, set: Set<Touch>)?
    private var three: (mask: TouchMask, set: Set<Touch>)?

    subscript(_ mask: TouchMask) -> Set<Touch>? {
        get {
            if let one, one.mask == mask { return one.set }
            if let two, two.mask == mask { return two.set }
            if let three, three.mask == mask { return three.set }
            return mask.isEmpty ? [] : nil
        }
        set {
            three = two
            two = one
            one = newValue.map { (mask, $0) }
        }
    }
}
