// SPDX-License-Identifier: Apache-2.0

/// Who has the media keys now, and which of them are to be Baton's.
struct KDESurvey {
    private(set) var record: KDERecord
    /// The actions of other programs that have media keys.
    private let holders: [KDEHolder]

    init(_ record: KDERecord, _ holders: [KDEHolder]) {
        self.record = record
        self.holders = holders
    }

    /// With what the user has made of Baton's own actions while no batond listened.
    ///
    /// - Parameter own: those that kglobalaccel knows, with the keys that they have.
    func corrected(by own: [KDEHolder]) -> KDESurvey {
        var result = self
        for shortcut in KDEShortcut.all {
            guard let action = own.first(where: { $0.isSameAction(shortcut.identifier) }) else { continue }
            let now = action.sequences.filter { !$0.isEmpty }
            // A key that another action has cannot be Baton's, whatever the record says.
            if Set(now) != Set(keys(of: shortcut)) { result.record.choose(now, for: shortcut) }
        }
        return result
    }

    // MARK: The keys

    /// The media keys that are to be Baton's.
    var taken: Set<KDEKeySequence> { record.wanted.subtracting(kept) }

    /// The media keys that stay with the actions that have them.
    var kept: Set<KDEKeySequence> {
        holders.reduce(into: []) { kept, holder in
            kept.formUnion(holder.mediaKeys.subtracting(taken(from: holder)))
        }
    }

    /// The keys that one of Baton's actions is to have.
    func keys(of shortcut: KDEShortcut) -> [KDEKeySequence] {
        let kept = kept
        return record.keys(of: shortcut).filter { !kept.contains($0) }
    }

    /// The actions that lose keys to Baton.
    var losers: [KDEHolder] { holders.filter { !taken(from: $0).isEmpty } }

    /// The media keys that an action loses: the first time all, and later those that it had before Baton took them.
    func taken(from holder: KDEHolder) -> Set<KDEKeySequence> {
        guard record.isMade else { return holder.mediaKeys }
        let recorded = record.holders.first { $0.action == holder.action }?.mediaKeys ?? []
        return holder.mediaKeys.intersection(recorded).intersection(record.wanted)
    }
}
