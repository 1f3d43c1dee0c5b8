// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Apps that play without MPRIS and ask to be told of interruptions: they pause and go on as they are told (rule I15).
@MainActor
final class EveningApps {
    /// An app, and what it was told.
    private final class Listener {
        let app: SimulatedApp
        var isPlaying: Bool
        /// Whether it played when the first of ``open`` began.
        var hadPlayed = false
        var open: Set<UInt32> = []
        /// What a former agent has told; the next one tells its end, if it knows it.
        var former: Set<UInt32> = []
        var playingSince = Duration.zero
        /// When it was last told that something began.
        var toldAt = Duration.zero
        /// Whether something that lasted since then does not allow it to go on.
        var obstacle: String?

        init(_ app: SimulatedApp, isPlaying: Bool) {
            self.app = app
            self.isPlaying = isPlaying
        }
    }

    private unowned let world: World
    private let truth: Truth
    private var random: Random
    private var listeners: [Listener] = []

    init(_ world: World, _ truth: Truth) {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0xA995)
    }

    var isAnyThere: Bool { listeners.contains { $0.app.isThere } }

    /// An app comes, plays, pauses or leaves.
    func step() throws {
        listeners.removeAll { !$0.app.isThere }
        guard let listener = listeners.isEmpty ? nil : random.pick(listeners), !random.oneIn(4) else {
            return try add()
        }
        switch random.below(5) {
        case 0: listener.app.leave()
        case 1: set(listener, isPlaying: false)
        // In an interruption an app waits for its end, unless its user does not.
        default: if listener.open.isEmpty || mayBeStarted(listener) { set(listener, isPlaying: true) }
        }
    }

    /// Whether a user starts it in an interruption. What it says at once after it was told may have been said before.
    private func mayBeStarted(_ listener: Listener) -> Bool {
        world.now - listener.toldAt > .milliseconds(300) && world.agent != nil && random.oneIn(2)
    }

    private func add() throws {
        guard listeners.count < 2 else { return }
        let app = try SimulatedApp(world, on: world.bus)
        let listener = Listener(app, isPlaying: random.oneIn(2))
        app.onInterruption = { [weak self, weak listener] id, source, shouldResume in
            guard let self, let listener else { return }
            if let shouldResume { ended(listener, id, shouldResume) } else { began(listener, id, source) }
        }
        listener.playingSince = world.now
        listeners.append(listener)
        world.apps.append(app)
        if listener.isPlaying { truth.appStarted() }
        set(listener, isPlaying: listener.isPlaying)
    }

    private func set(_ listener: Listener, isPlaying: Bool) {
        if isPlaying, !listener.isPlaying {
            listener.playingSince = world.now
            // With `exclusive` an app that begins pauses the players.
            truth.appStarted()
        }
        listener.isPlaying = isPlaying
        listener.app.register("/app", isPlaying: isPlaying, wantsMotion: false)
    }

    private func began(_ listener: Listener, _ id: UInt32, _ source: String) {
        listener.toldAt = world.now
        // A number that the former agent has used means another one now.
        listener.former.remove(id)
        if !listener.open.insert(id).inserted { world.fail("\(listener.app.name) is told twice that \(id) began") }
        if listener.open.count == 1 { (listener.hadPlayed, listener.obstacle) = (listener.isPlaying, nil) }
        listener.obstacle = listener.obstacle ?? truth.obstacle(since: listener.playingSince)
        if listener.isPlaying { set(listener, isPlaying: false) }
    }

    private func ended(_ listener: Listener, _ id: UInt32, _ shouldResume: Bool) {
        if listener.former.remove(id) != nil { return }
        guard listener.open.remove(id) != nil else {
            return world.fail("\(listener.app.name) is told that \(id) ended, which had not begun")
        }
        guard shouldResume else { return }
        if !listener.open.isEmpty {
            world.fail("\(listener.app.name) may go on, and \(listener.open.count) interruptions last")
        } else if !truth.isResuming, let obstacle = listener.obstacle {
            world.fail("\(listener.app.name) may go on, and \(obstacle) does not allow it")
        }
        if listener.open.isEmpty, listener.hadPlayed { set(listener, isPlaying: true) }
    }

    /// All that plays was to be paused: no app plays on.
    func checkSilence(since: Duration) {
        for listener in listeners where listener.app.isThere && listener.isPlaying && listener.playingSince < since {
            world.fail("\(listener.app.name) was not told to pause with all others")
        }
    }

    /// The agent that told them has ended. The apps register with the next one, as they are.
    func agentEnded() {
        for listener in listeners {
            listener.former.formUnion(listener.open)
            listener.open = []
        }
    }

    /// There is an agent again.
    func agentStarted() {
        for listener in listeners where listener.app.isThere { set(listener, isPlaying: listener.isPlaying) }
    }

    func leave() {
        for listener in listeners { listener.app.leave() }
    }
}
