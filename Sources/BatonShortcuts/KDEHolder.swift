// SPDX-License-Identifier: Apache-2.0

/// Another program's action at kglobalaccel that has one of the media keys, and the keys it had.
public struct KDEHolder: Sendable, Equatable {
    /// Component, action, and what people call the two.
    public let identifier: [String]
    var sequences: [KDEKeySequence]

    /// What people call it: "Media Controller: Play/Pause media playback".
    public var title: String { "\(identifier[2]): \(identifier[3])" }

    func isSameAction(_ other: [String]) -> Bool { Array(identifier.prefix(2)) == Array(other.prefix(2)) }

    /// What is left of its keys without the media keys.
    var rest: [KDEKeySequence] {
        let taken = Set(KDEShortcut.all.map(\.sequence))
        return sequences.filter { !taken.contains($0) }
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
