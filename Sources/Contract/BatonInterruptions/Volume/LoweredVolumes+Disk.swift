// SPDX-License-Identifier: Apache-2.0

/// What is on the disk while streams are lowered (rule VOL8).
extension LoweredVolumes {
    /// What is to be on the disk: empty when there is to be no file.
    package var entries: [LoweredEntry] {
        lowered.sorted { $0.key < $1.key }.map { LoweredEntry($0.value.owed, index: $0.key) }
            + owed.map { LoweredEntry($0, index: nil) }
            + saved.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Takes what a process before this one has left on the disk.
    ///
    /// - Parameter isSameServer: whether the numbers of streams mean now what they meant then.
    package mutating func load(_ entries: [LoweredEntry], isSameServer: Bool) {
        for entry in entries.prefix(2 * Self.most) {
            if isSameServer, let index = entry.index, lowered[index] == nil, saved.count < Self.most {
                saved[index] = entry
            } else if owed.count < Self.most {
                owed.append(entry.owed)
            }
        }
    }

    /// A stream is there that was lowered before: if it is so still, it gets its volume back. Another volume is the user's.
    mutating func adopt(_ entry: LoweredEntry, _ index: UInt32, _ known: Seen) {
        saved[index] = nil
        isChanged = true
        let isOurs = known.volumes.isEcho(of: entry.lowered)
        guard isOurs || entry.isFading && known.volumes.isBetween(entry.lowered, and: entry.user) else { return }
        seen[index]?.isSettled = true
        var stream = LoweredStream(
            name: known.name, process: known.process, user: entry.user, ours: known.volumes, before: entry.user,
            lowered: entry.lowered, setAt: now, isConfirmed: true)
        if entry.isFading { stream.fade = .inherited(at: known.volumes, time: now) }
        lowered[index] = stream
    }
}
