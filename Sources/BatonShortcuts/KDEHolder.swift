// SPDX-License-Identifier: Apache-2.0

/// Another program's action at kglobalaccel that has one of the media keys, and the keys it had.
public struct KDEHolder: Sendable, Equatable {
    /// Component, action, and what people call the two.
    public let identifier: [String]
    var sequences: [KDEKeySequence]

    /// What people call it: "Media Controller: Play/Pause media playback".
    public var title: String { "\(identifier[2]): \(identifier[3])" }

    /// What tells it from other actions: component and action.
    var action: [String] { Array(identifier.prefix(2)) }

    func isSameAction(_ other: [String]) -> Bool { action == Array(other.prefix(2)) }

    private static let mediaKeys = Set(KDEShortcut.all.map(\.sequence))

    /// What is left of its keys without the media keys.
    var rest: [KDEKeySequence] { sequences.filter { !Self.mediaKeys.contains($0) } }

    /// The keys it should have again: those it had, or if the user has changed them since, the new ones and its media keys.
    ///
    /// - Parameter now: those it has.
    /// - Returns: nil when they are right already.
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

    /// A line of the record.
    init?(line: [String]) {
        guard line.count >= 4 else { return nil }
        let sequences = line.dropFirst(4).compactMap { KDEKeySequence(text: $0) }
        guard sequences.count == line.count - 4 else { return nil }
        self.init(identifier: Array(line.prefix(4)), sequences: sequences)
    }

    var line: [String] { identifier + sequences.map(\.text) }
}
