// SPDX-License-Identifier: Apache-2.0

/// Volumes that change in steps (rule VOL11).
extension LoweredVolumes {
    /// Sets the volume of a stream, in steps if that takes a while.
    ///
    /// What was set before and is not told yet is remembered with it, so that a late word of it is no change of the user's.
    mutating func set(_ index: UInt32, _ new: LoweredStream, takes length: Duration) {
        var entry = new
        let old = lowered[index]
        guard let stream = seen[index], stream.isSettled,
            length > .zero || old.map({ $0.fade != nil || !$0.isConfirmed }) ?? false
        else {
            entry.fade = nil
            lowered[index] = entry
            return set(index, entry.ours)
        }
        let fade = old?.fade ?? VolumeFade(old?.possible ?? [entry.before], to: entry.ours, length: .zero, at: now)
        // In the first second of a stream, or of this process, the server may set what it remembers: also of a step.
        let isKnown = now - stream.since >= Self.settling && !fade.isInherited
        entry.fade = fade.redirected(to: entry.ours, length: isKnown ? length : .zero, at: now)
        if let old { entry.lowered = entry.lowered.quieter(old.lowered) }
        lowered[index] = entry
        isChanged = true
        step(index)
    }

    /// The streams of which a step is due. The server is asked for their volumes first: the user may have changed them since it told
    /// them last, and a step would hide that.
    package func due(at time: Duration) -> [UInt32] {
        lowered.filter { $0.value.fade?.nextStep.map { $0 <= time } ?? false }.keys.sorted()
    }

    /// The server has answered which volume a stream has.
    package mutating func tell(_ index: UInt32, _ volumes: ChannelVolumes, at time: Duration) {
        pass(to: time)
        guard seen[index] != nil, let fade = lowered[index]?.fade else { return }
        seen[index]?.volumes = volumes
        told(index, fade, volumes)
    }

    /// Sets what is due.
    mutating func step(_ index: UInt32) {
        guard let volumes = lowered[index]?.fade?.step(at: now) else { return }
        lowered[index]?.setAt = now
        sets.append((index, volumes))
    }

    /// When a step is due next; nil outside of fades.
    package var nextStep: Duration? { lowered.values.compactMap { $0.fade?.nextStep }.min() }

    /// Ends all fades at once.
    mutating func finishFades() {
        for index in lowered.keys.sorted() where lowered[index]?.fade?.nextStep != nil { finishFade(index) }
    }

    /// Sets the last volume of a fade now.
    mutating func finishFade(_ index: UInt32) {
        guard let volumes = lowered[index]?.fade?.finish() else { return }
        lowered[index]?.setAt = now
        sets.append((index, volumes))
    }

    /// A stream has a volume while it changes in steps.
    mutating func told(_ index: UInt32, _ present: VolumeFade, _ volumes: ChannelVolumes) {
        guard var entry = lowered[index] else { return }
        var fade = present
        guard fade.takes(volumes, between: entry.lowered, and: entry.user) else { return yield(index, volumes) }
        if entry.isRestoring, !fade.isOver, entry.tries >= Self.mostTries, now - entry.setAt >= Self.settling {
            return leave(index)
        }
        entry.fade = fade
        if fade.isInherited, !entry.isRestoring, fade.set.count == 1 { entry.ours = volumes }
        entry.isConfirmed = fade.isOver || entry.isConfirmed && volumes.isEcho(of: entry.ours)
        lowered[index] = entry
        if fade.isOver { return arrived(index) }
        if fade.isOverwritten { setAgain(index, entry.ours) }
    }

    /// Sets the last volume once more.
    mutating func setAgain(_ index: UInt32, _ volumes: ChannelVolumes) {
        _ = lowered[index]?.fade?.finish()
        lowered[index]?.setAt = now
        set(index, volumes)
    }

    /// The last volume is told, or a second has passed since it was set and nothing else is told.
    mutating func arrived(_ index: UInt32) {
        guard let entry = lowered[index] else { return }
        if entry.isRestoring { return close(index) }
        // A stream that began in the fade may be told later.
        note(entry.owed)
        isChanged = true
        lowered[index]?.isConfirmed = true
        lowered[index]?.fade = nil
        lowered[index]?.lowered = entry.ours
    }

    /// The user has changed a stream: theirs stays, and is set again if a step comes after it.
    private mutating func yield(_ index: UInt32, _ volumes: ChannelVolumes) {
        guard var entry = lowered[index], let fade = entry.fade?.yielding(to: volumes, at: now) else {
            return leave(index)
        }
        note(entry.owed)
        entry.fade = fade
        entry.user = volumes
        (entry.ours, entry.before) = (volumes, volumes)
        entry.lowered = entry.lowered.quieter(volumes)
        entry.setAt = now
        entry.isRestoring = true
        entry.isConfirmed = true
        entry.tries = 1
        lowered[index] = entry
        if wanted.contains(index) { left.insert(index) }
        isChanged = true
    }
}
