// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// The metadata of a track: `a{sv}` with the types of MPRIS 2.2. Unknown keys are kept unchanged.
///
/// Stored as a D-Bus value, so that it can be passed on without conversion.
///
/// For example:
/// ```swift
/// var metadata = Metadata()
/// metadata["xesam:title"] = .string("Nocturne")
/// metadata["xesam:artist"] = .string("Chopin")
/// print(metadata.title ?? "", metadata.artist)  // Nocturne ["Chopin"]
/// ```
public struct Metadata: Hashable, Sendable {
    /// The largest size of metadata, in bytes. Beyond it the largest keys are left out (rule MPRIS33).
    public static let maximumSize = 64 << 10

    /// Why a key that a player sent was left out. It contains no value, because titles must not be logged.
    public enum Problem: Hashable, Sendable {
        /// The value's type cannot be converted to the type of the key.
        case wrongType(key: String, signature: String)
        /// The key was left out because all metadata together were larger than ``Metadata/maximumSize``.
        case tooLarge(key: String, size: Int)
    }

    /// Keys and variants, in the player's order, each key once.
    private var dictionary: DBusDictionary

    /// Makes empty metadata.
    public init() {
        dictionary = DBusDictionary("s", "v", [])
    }

    /// Makes metadata of a dictionary that was converted before.
    init(normalized dictionary: DBusDictionary) {
        self.dictionary = dictionary
    }

    /// Reads a value that a player sent, and converts its keys to their types. Nil when it is not a dictionary with
    /// strings as keys.
    ///
    /// - Parameter problem: called for each key that was left out.
    /// - Parameter value: the dictionary as the player sent it.
    public init?(_ value: Value, problem: (Problem) -> Void = { _ in }) {
        self.init()
        switch value.unwrapped {
        case .dictionary(let sent):
            guard sent.key == "s" else { return nil }
            read(sent.entries, problem)
        case .array(let array):
            // Some players send an empty dictionary as an empty array of another type.
            guard array.elements.isEmpty else { return nil }
        default: return nil
        }
    }

    /// The metadata as a D-Bus value.
    public var value: Value { .dictionary(dictionary) }

    /// Whether there are no keys.
    public var isEmpty: Bool { dictionary.entries.isEmpty }

    /// The names of the keys.
    public var keys: [String] { dictionary.entries.compactMap(\.key.asString) }

    /// The value of a key, without a variant around it; O(n). Setting nil removes the key.
    ///
    /// Setting a known key to a value that cannot be converted to its type also removes the key.
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
            // The last entry of a repeated key counts. The search is limited to few keys, so that it costs little.
            if entries.count < 64, let index = entries.firstIndex(where: { $0.key == new.key }) {
                entries[index] = new
            } else {
                entries.append(new)
            }
        }
        if size > Self.maximumSize { Self.cut(&entries, problem) }
        dictionary.entries = entries
    }

    /// Removes the largest keys until the rest fits, so that a picture is removed before a title.
    private static func cut(_ entries: inout [DBusDictionary.Entry], _ problem: (Problem) -> Void) {
        let sizes = entries.map { ($0.key.asString?.utf8.count ?? 0) + $0.value.approximateSize }
        var total = sizes.reduce(0, +)
        var dropped: Set<Int> = []
        for index in sizes.indices.sorted(by: { sizes[$0] > sizes[$1] }) {
            guard total > maximumSize else { break }
            total -= sizes[index]
            dropped.insert(index)
            // The key itself may be too long for a log line.
            let name = String((entries[index].key.asString ?? "").prefix(64))
            problem(.tooLarge(key: name, size: sizes[index]))
        }
        entries = entries.indices.filter { !dropped.contains($0) }.map { entries[$0] }
    }
}
