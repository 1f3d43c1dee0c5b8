// SPDX-License-Identifier: Apache-2.0

/// A dictionary for few entries, or for keys that mostly come in ascending order: an array, sorted by its keys.
///
/// A process's first `Dictionary` or `Set` of a kind of key costs a search through all conformances of the program, for `Hashable`: a
/// fifteenth of the instructions of a command of `batonctl`. This needs none.
struct SortedTable<Key: Comparable, Value>: ExpressibleByDictionaryLiteral {
    private var entries: [(key: Key, value: Value)] = []

    init() {}

    init(dictionaryLiteral elements: (Key, Value)...) {
        for (key, value) in elements { self[key] = value }
    }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// In the order of the values.
    var keys: some Sequence<Key> { entries.lazy.map(\.key) }
    /// In the order of the keys.
    var values: some Sequence<Value> { entries.lazy.map(\.value) }

    subscript(key: Key) -> Value? {
        get { place(of: key).flatMap { entries[$0].value } }
        set {
            guard let newValue else {
                removeValue(forKey: key)
                return
            }
            let index = lowerBound(of: key)
            if index < entries.count, entries[index].key == key {
                entries[index].value = newValue
            } else {
                entries.insert((key, newValue), at: index)
            }
        }
    }

    subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
        get { self[key] ?? standard() }
        set { self[key] = newValue }
    }

    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        guard let index = place(of: key) else { return nil }
        let value = entries.remove(at: index).value
        // A flood leaves no memory behind.
        if entries.isEmpty, entries.capacity > 16 { entries = [] }
        return value
    }

    private func place(of key: Key) -> Int? {
        let index = lowerBound(of: key)
        return index < entries.count && entries[index].key == key ? index : nil
    }

    /// The index of the first entry whose key is not below this one.
    private func lowerBound(of key: Key) -> Int {
        // The newest key is the highest, mostly.
        guard let last = entries.last, last.key >= key else { return entries.count }
        var (low, high) = (0, entries.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
