// SPDX-License-Identifier: Apache-2.0

/// By what a sound server remembers the volume of an application for its next stream.
package struct StreamName: Equatable, Hashable, Sendable {
    package let application: String
    package let program: String
    package let sandboxedApp: String
    package let role: String

    package init(application: String, program: String = "", sandboxedApp: String = "", role: String = "") {
        self.application = application
        self.program = program
        self.sandboxedApp = sandboxedApp
        self.role = role
    }

    package init(of stream: AudioStream) {
        self.init(
            application: stream.application, program: stream.program, sandboxedApp: stream.sandboxedApp,
            role: stream.role)
    }
}

/// A stream whose volume is Baton's now, and the user's volume that it gets back.
///
/// | state | the volume that we set is told | another one is told | the one from before is told | a second passes without ours |
/// |---|---|---|---|---|
/// | lowering | lowered | over: it is the user's | nothing for a second: it may be older than ours | over: it is the user's |
/// | lowered | | over: it is the user's | over: it is the user's | |
/// | restoring | over | over: it is the user's | nothing for a second | set once more, three times |
///
/// Where the volume is changed in steps, or was changed a moment ago, its ``fade`` knows what is ours.
///
/// In the first second of a stream the server itself sets what it remembers: then another volume is the server's, and ours follows.
struct LoweredStream: Equatable, Sendable {
    let name: StreamName
    let process: UInt32?
    /// What it gets back.
    var user: ChannelVolumes
    /// What was set last: the lowered volume, or the user's when it is restored.
    var ours: ChannelVolumes
    /// What it had before that.
    var before: ChannelVolumes
    /// The lowered volume; in a fade the lowest that the stream had since its volume is ours.
    var lowered: ChannelVolumes
    /// When a volume was set last; in a fade that of its last step.
    var setAt: Duration
    /// Whether the server has told the volume that was set.
    var isConfirmed = false
    var isRestoring = false
    /// How often the user's volume was set, or the last one of a fade again.
    var tries = 0
    /// The steps, until the server has told the last one; nil if it was set at once.
    var fade: VolumeFade?

    /// What the next stream of the application gets, if it ends now.
    var owed: OwedVolume {
        OwedVolume(name: name, process: process, user: user, lowered: lowered, isFading: fade != nil)
    }

    /// What a stream gets that begins beside it, with the same names.
    ///
    /// - Parameter wasThere: whether it has begun before this process: no step was taken then.
    func shared(_ wasThere: Bool) -> OwedVolume {
        guard let fade, wasThere || fade.isInherited else { return owed }
        let shared = fade.isInherited ? fade.set[0] : lowered
        return OwedVolume(name: name, process: process, user: user, lowered: shared, isFading: false)
    }

    /// What the next stream of the application gets, if it has one of these volumes: those that the server may remember.
    var debts: [OwedVolume] {
        guard let fade, !fade.isInherited else { return [owed] }
        return fade.set.suffix(3).filter { !$0.isEcho(of: user) }.map {
            OwedVolume(name: name, process: process, user: user, lowered: $0, isFading: false)
        }
    }

    /// What it may have now as far as is known, the latest last.
    var possible: [ChannelVolumes] { fade?.set ?? (isConfirmed ? [ours] : [before, ours]) }

    /// Whether it may have a volume that is not the user's.
    var isBegun: Bool { possible.dropLast().contains { !$0.isEcho(of: user) } || possible.count == 1 }
}

/// A stream that has ended while it was lowered: the server remembers the lowered volume, and the next stream of the application gets
/// it.
struct OwedVolume: Equatable, Sendable {
    let name: StreamName
    let process: UInt32?
    let user: ChannelVolumes
    let lowered: ChannelVolumes
    /// Whether any volume between the two may be remembered: of a fade, when nothing is known of its steps.
    let isFading: Bool
    /// When the stream ended; zero for what a process before this one has left.
    var since = Duration.zero

    /// Whether a stream that has just begun has a volume that is to be given back.
    func isRemembered(as volumes: ChannelVolumes) -> Bool {
        guard volumes.level <= user.level, !volumes.isEcho(of: user) else { return false }
        return volumes.isRemembered(as: lowered) || isFading && volumes.isBetween(lowered, and: user)
    }
}

extension ChannelVolumes {
    /// The same, lowered to a part of it. A channel that sounds keeps a step, so that the relation of the channels is not lost.
    func lowered(toPercent percent: UInt8) -> Self {
        Self(
            steps.map { step in
                step == 0 ? 0 : max(1, UInt32(clamping: UInt64(step) * UInt64(min(percent, 100)) / 100))
            })
    }

    /// Whether a server that was told one of them tells the other: PipeWire computes with floating point.
    func isEcho(of other: Self) -> Bool {
        steps.count == other.steps.count
            && zip(steps, other.steps).allSatisfy { max($0, $1) - min($0, $1) <= 3 + $0 / 4096 }
    }

    /// Whether a server that remembers one of them sets the other: WirePlumber writes six decimals of the linear volume, which leaves
    /// nothing of what is below a fiftieth. The number of channels may be another one.
    func isRemembered(as other: Self) -> Bool {
        let faint = Self.full / 50
        if level <= faint, other.level <= faint { return true }
        guard steps.count == other.steps.count else {
            return max(level, other.level) - min(level, other.level) <= 3 + level / 32
        }
        return zip(steps, other.steps).allSatisfy { max($0, $1) - min($0, $1) <= 3 + $0 / 32 }
    }

    /// Whether each channel is between those of two volumes, as a server tells them.
    func isBetween(_ lowered: Self, and user: Self) -> Bool {
        guard steps.count == lowered.steps.count, steps.count == user.steps.count else {
            return (lowered.level...max(lowered.level, user.level)).contains(level)
        }
        return isEcho(of: Self(zip(steps, zip(lowered.steps, user.steps)).map { max($1.0, min($0, $1.1)) }))
    }

    /// The quieter one of each channel.
    func quieter(_ other: Self) -> Self {
        steps.count == other.steps.count ? Self(zip(steps, other.steps).map { min($0, $1) }) : self
    }

    /// The volumes for so many channels.
    func fitted(to count: Int) -> Self {
        steps.count == count ? self : Self(repeatElement(level, count: count))
    }
}
