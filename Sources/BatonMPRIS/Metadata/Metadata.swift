// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// What is known of a track: `a{sv}` with the types of MPRIS 2.2, unknown keys kept as they came.
///
/// Kept in the form in which it goes over the bus, so that handing it on rebuilds nothing.
public struct Metadata: Hashable, Sendable {
    /// The largest metadata that is kept, in bytes; beyond it the largest keys are left out.
    public static let maximumSize = 64 << 10

    /// What was wrong with a key that a player sent. Says no value: titles do not belong into a log.
    public enum Problem: Hashable, Sendable {
        /// The value has a type that makes no sense for the key.
        case wrongType(key: String, signature: String)
        /// The key was left out because the whole was larger than ``Metadata/maximumSize``.
        case tooLarge(key: String, size: Int)
    }

    /// Keys and variants, in the player's order, each key once.
    private var dictionary: DBusDictionary

    /// Makes metadata of nothing.
    public init() {
        dictionary = DBusDictionary("s", "v", [])
    }

    /// Wraps what was read before.
    init(normalized dictionary: DBusDictionary) {
        self.dictionary = dictionary
    }

    /// Reads what a player sent, tolerantly; nil when it is no dictionary with strings for keys.
    ///
    /// - Parameter problem: told of each key that was left out.
    public init?(_ value: Value, problem: (Problem) -> Void = { _ in }) {
        self.init()
        switch value.unwrapped {
        case .dictionary(let sent):
            guard sent.key == "s" else { return nil }
            read(sent.entries, problem)
        case .array(let array):
            // A dictionary without entries, of players that build it as an array of anything.
            guard array.elements.isEmpty else { return nil }
        default: return nil
        }
    }

    /// The value that goes over the bus.
    public var value: Value { .dictionary(dictionary) }

    /// Whether nothing is known.
    public var isEmpty: Bool { dictionary.entries.isEmpty }

    /// The names of the keys that are there.
    public var keys: [String] { dictionary.entries.compactMap(\.key.asString) }

    /// The value of a key, without a variant around it; O(n). Setting nil takes the key out.
    ///
    /// Setting a key that is known with a value that makes no sense for it takes the key out as well.
    public subscript(_ key: String) -> Value? {
        get { dictionary[key] }
        set {
            let known = MetadataKey.named(key)
            let normalized = newValue.flatMap { known?.normalized($0) ?? (known == nil ? $0.unwrapped : nil) }
            let index = dictionary.entries.firstIndex { $0.key == .string(key) }
            switch (index, normalized) {
            case (let index?, let value?):
                dictionary.entries[index] = .init(.string(known?.rawValue ?? key), .variant(value))
            case (let index?, nil): dictionary.entries.remove(at: index)
            case (nil, let value?):
                dictionary.entries.append(.init(.string(known?.rawValue ?? key), .variant(value)))
            case (nil, nil): break
            }
        }
    }

    /// The value of a known key; see ``subscript(_:)-(String)``.
    public subscript(_ key: MetadataKey) -> Value? {
        get { dictionary[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }

    private mutating func read(_ sent: [DBusDictionary.Entry], _ problem: (Problem) -> Void) {
        var entries: [DBusDictionary.Entry] = []
        entries.reserveCapacity(sent.count)
        var size = 0
        for entry in sent {
            guard case .string(let name) = entry.key else { continue }
            let value = entry.value.unwrapped
            let known = MetadataKey.named(name)
            guard let kept = known.map({ $0.normalized(value) }) ?? (value.holdsDescriptor ? nil : value) else {
                problem(.wrongType(key: name, signature: value.signature.rawValue))
                continue
            }
            let new = DBusDictionary.Entry(.string(known?.rawValue ?? name), .variant(kept))
            size += name.utf8.count + kept.approximateSize
            // The last of a repeated key counts. Many keys are rare, so that looking back costs little.
            if entries.count < 64, let index = entries.firstIndex(where: { $0.key == new.key }) {
                entries[index] = new
            } else {
                entries.append(new)
            }
        }
        if size > Self.maximumSize { Self.cut(&entries, problem) }
        dictionary.entries = entries
    }

    /// Leaves out the largest keys until the rest fits: a picture goes before the title does.
    private static func cut(_ entries: inout [DBusDictionary.Entry], _ problem: (Problem) -> Void) {
        let sizes = entries.map { ($0.key.asString?.utf8.count ?? 0) + $0.value.approximateSize }
        var total = sizes.reduce(0, +)
        var dropped: Set<Int> = []
        for index in sizes.indices.sorted(by: { sizes[$0] > sizes[$1] }) {
            guard total > maximumSize else { break }
            total -= sizes[index]
            dropped.insert(index)
            // A key may itself be what is too large.
            let name = String((entries[index].key.asString ?? "").prefix(64))
            problem(.tooLarge(key: name, size: sizes[index]))
        }
        entries = entries.indices.filter { !dropped.contains($0) }.map { entries[$0] }
    }
}
