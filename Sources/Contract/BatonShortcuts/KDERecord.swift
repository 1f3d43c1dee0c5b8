// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The record of KDE's media keys: the actions that had the keys, and what the user has made of Baton's own actions since (rule SETUP5).
struct KDERecord: Equatable {
    private(set) var saved: SavedRecord

    /// The line that says that the keys were taken once. Without any line `batonctl setup` was cut short.
    private static let made = ["made"]

    /// Reads the record.
    ///
    /// - Returns: Nil if there is none.
    init?(in directory: String) throws(Errno) {
        guard let saved = try SavedRecord.load(KDEMediaKeys.kind, in: directory) else { return nil }
        self.init(saved)
    }

    init(_ saved: SavedRecord) {
        self.saved = saved
    }

    /// Whether the keys were taken once. From then on only those are taken that the actions in the record have.
    var isMade: Bool { !saved.lines.isEmpty }

    mutating func make() {
        if !saved.lines.contains(Self.made) { saved.lines.append(Self.made) }
    }

    /// The actions of other programs that had media keys, with the keys that they had.
    var holders: [KDEHolder] {
        saved.lines.compactMap { KDEHolder(line: $0) }.filter { $0.identifier[0] != KDEShortcut.component }
    }

    /// Adds actions, or replaces what is known of them.
    mutating func note(_ holders: [KDEHolder]) {
        for holder in holders {
            saved.lines.removeAll { holder.isSameAction($0) }
            saved.lines.append(holder.line)
        }
    }

    // MARK: Baton's own actions

    /// The keys that one of Baton's actions is to have: its media key, or what the user has given it instead.
    func keys(of shortcut: KDEShortcut) -> [KDEKeySequence] {
        for line in saved.lines where KDEHolder(line: line)?.action == shortcut.holder.action {
            return KDEHolder(line: line)?.sequences ?? []
        }
        return [shortcut.sequence]
    }

    /// All media keys that Baton is to have.
    var wanted: Set<KDEKeySequence> {
        Set(KDEShortcut.all.filter { keys(of: $0).contains($0.sequence) }.map(\.sequence))
    }

    /// Notes what the user has given one of Baton's actions; nothing stands for a key that was given away.
    mutating func choose(_ keys: [KDEKeySequence], for shortcut: KDEShortcut) {
        saved.lines.removeAll { shortcut.holder.isSameAction($0) }
        if keys != [shortcut.sequence] {
            saved.lines.append(KDEHolder(identifier: shortcut.identifier, sequences: keys).line)
        }
        make()
    }

    /// Whether Baton's own actions are to have other keys than in another record.
    func differs(from other: KDERecord) -> Bool { KDEShortcut.all.contains { keys(of: $0) != other.keys(of: $0) } }
}

extension KDEShortcut {
    /// The action as one that has keys.
    fileprivate var holder: KDEHolder { KDEHolder(identifier: identifier, sequences: [sequence]) }
}
