// SPDX-License-Identifier: Apache-2.0

/// A change of a stream's volume in steps, and what the server may still tell of it (rule VOL11).
///
/// The steps are equal in the cubic volumes of the mixers: such steps sound about equally large, and they reach a volume near silence,
/// which equal ratios do not.
///
/// A server tells volumes late, but in their order. So a volume that was set, and that is not older than what was told last, is an
/// older word; any other is the user's. It reads no clock.
struct VolumeFade: Equatable, Sendable {
    /// The time of a step.
    static let interval = Duration.milliseconds(40)
    /// The longest fade.
    static let longest = Duration.seconds(2)
    /// The most volumes that are remembered: a server that is silent tells nothing of them.
    private static let mostSet = 256

    /// What the server told last, and what was set since, in this order.
    private(set) var set: [ChannelVolumes]
    /// What it had at the beginning of these steps.
    private let start: ChannelVolumes
    /// What it has at the end.
    private let target: ChannelVolumes
    private let begun: Duration
    private let count: Int
    /// How many steps are over.
    private var done = 0
    /// Whether a process before this one has set volumes of which nothing is known, and nothing that this one has set is told yet.
    private(set) var isInherited = false

    /// - Parameters:
    ///   - set: what may still be told; the last one is what the stream has now.
    ///   - length: how long it takes; zero for one step.
    init(_ set: [ChannelVolumes], to target: ChannelVolumes, length: Duration, at time: Duration) {
        self.set = set
        self.target = target
        start = set.last ?? target
        begun = time
        var count = 1
        while Self.interval * count < min(length, Self.longest) { count += 1 }
        self.count = start.steps.count == target.steps.count ? count : 1
    }

    /// What remains of the fade of a process that was killed.
    static func inherited(at volumes: ChannelVolumes, time: Duration) -> Self {
        var fade = Self([volumes], to: volumes, length: .zero, at: time)
        fade.done = fade.count
        fade.isInherited = true
        return fade
    }

    /// The same with another target.
    func redirected(to target: ChannelVolumes, length: Duration, at time: Duration) -> Self {
        var fade = Self(set, to: target, length: length, at: time)
        fade.isInherited = isInherited
        return fade
    }

    // MARK: Steps

    /// When the next step is due; nil after the last one.
    var nextStep: Duration? { done < count ? begun + Self.interval * done : nil }

    /// The volume that is due, and was not set yet. What is late is left out.
    mutating func step(at time: Duration) -> ChannelVolumes? {
        let before = done
        while let next = nextStep, next <= time { done += 1 }
        return done > before ? note(volumes(at: done)) : nil
    }

    /// The target at once.
    mutating func finish() -> ChannelVolumes {
        done = count
        return note(target)
    }

    private mutating func note(_ volumes: ChannelVolumes) -> ChannelVolumes {
        if set.count >= Self.mostSet { set.removeFirst() }
        set.append(volumes)
        return volumes
    }

    private func volumes(at step: Int) -> ChannelVolumes {
        guard step < count else { return target }
        return ChannelVolumes(
            zip(start.steps, target.steps).map { start, target in
                UInt32(clamping: Int64(start) + (Int64(target) - Int64(start)) * Int64(step) / Int64(count))
            })
    }

    // MARK: What the server tells

    /// Whether the server has told all of it. Volumes that are too near to each other are not told apart.
    var isOver: Bool { nextStep == nil && !isInherited && set.allSatisfy { $0.isEcho(of: target) } }

    /// Whether the server has told what was set last, and that is not the target.
    var isOverwritten: Bool { nextStep == nil && !isInherited && set.count == 1 && !isOver }

    /// Takes what the server tells.
    ///
    /// - Returns: false for a volume that is the user's.
    mutating func takes(_ volumes: ChannelVolumes, between lowered: ChannelVolumes, and user: ChannelVolumes) -> Bool {
        if let index = set.firstIndex(of: volumes) ?? set.firstIndex(where: volumes.isEcho) {
            if index > 0 { isInherited = false }
            set.removeFirst(index)
            return true
        }
        guard isInherited, volumes.isBetween(lowered, and: user) else { return false }
        if set.count == 1 { set = [volumes] }
        return true
    }

    /// The user has set a volume. What was set before and is not told yet may have come after it.
    ///
    /// - Returns: nil if there is nothing of that kind.
    func yielding(to volumes: ChannelVolumes, at time: Duration) -> Self? {
        guard set.count > 1 else { return nil }
        var fade = Self([volumes], to: volumes, length: .zero, at: time)
        fade.set += set.dropFirst()
        fade.done = fade.count
        return fade
    }
}
