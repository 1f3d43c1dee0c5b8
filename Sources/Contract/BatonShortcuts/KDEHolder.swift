// SPDX-License-Identifier: Apache-2.0

/// An action of another program at kglobalaccel that had a media key, with the keys that it had.
public struct KDEHolder: Sendable, Equatable {
    /// The names of the component and the action, and the titles of both.
    public let identifier: [String]
    var sequences: [KDEKeySequence]

    /// The title, such as "Media Controller: Play/Pause media playback".
    public var title: String { "\(identifier[2]): \(identifier[3])" }

    /// The names of the component and the action, which identify it.
    var action: [String] { Array(identifier.prefix(2)) }

    func isSameAction(_ other: [String]) -> Bool { action == Array(other.prefix(2)) }

    private static let mediaKeys = Set(KDEShortcut.all.map(\.sequence))

    /// Its media keys.
    var mediaKeys: Set<KDEKeySequence> { Self.mediaKeys.intersection(sequences) }

    /// Its keys without the media keys.
    var rest: [KDEKeySequence] { sequences.filter { !Self.mediaKeys.contains($0) } }

    /// The action without some of its keys.
    func without(_ keys: Set<KDEKeySequence>) -> KDEHolder {
        KDEHolder(identifier: identifier, sequences: sequences.filter { !keys.contains($0) })
    }

    /// The keys to be given back to it: those that it had; or, if the user has changed its keys meanwhile, the present
    /// ones and its media keys.
    ///
    /// - Parameter now: its present keys.
    /// - Returns: nil if it has the right keys already.
    func restored(from now: [KDEKeySequence]) -> [KDEKeySequence]? {
        let now = now.filter { !$0.isEmpty }
        let isUntouched = now == rest.filter { !$0.isEmpty }
        let lost = sequences.filter { Self.mediaKeys.contains($0) && !now.contains($0) }
        let wanted = isUntouched ? sequences : now + lost
        return wanted.filter { !$0.isEmpty } == now ? nil : wanted
    }

    // MARK: The record

    init(identifier: [String], sequences: [KDEKeySequence]) {
        self.identifier = identifier
        self.sequences = sequences
    }

    /// Reads a line of the record.
    init?(line: [String]) {
        guard line.count >= 4 else { return nil }
        let sequences = line.dropFirst(4).compactMap { KDEKeySequence(text: $0) }
        guard sequences.count == line.count - 4 else { return nil }
        self.init(identifier: Array(line.prefix(4)), sequences: sequences)
    }

    /// The line of the record: the identifier, and then each of its keys.
    public var line: [String] { identifier + sequences.map(\.text) }
}
