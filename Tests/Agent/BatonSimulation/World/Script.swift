// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The course of a world: its start, a few dozen random steps, and its end.
@MainActor
struct Script {
    private let world: World
    private let steps: Int
    private let embedder: SimulatedEmbedder
    /// Both in some worlds only.
    private let sound: SimulatedSound?
    private let leases: SimulatedLeases?

    init(_ world: World) {
        self.world = world
        embedder = SimulatedEmbedder(world)
        sound = world.seed % 3 == 0 ? SimulatedSound(world) : nil
        leases = world.seed % 5 == 0 ? SimulatedLeases(world) : nil
        steps = 20 + world.random.below(40)
    }

    /// Runs the world to its end or to the first failure.
    func play() throws {
        try begin()
        for _ in 0..<steps where world.failures.isEmpty {
            try happen()
            embedder.step()
            sound?.step()
            try leases?.step()
            world.run(for: gap())
            world.check()
        }
        embedder.leave()
        if world.failures.isEmpty { try calmDown() }
        if world.failures.isEmpty { everybodyLeaves() }
        world.endAgent()
    }

    // MARK: The start

    private func begin() throws {
        if world.random.oneIn(8) { world.configuration = "[routing]\npolicy = recent\n" }
        // Not by the world's random numbers: the same seed is the same world as before.
        if world.seed % 2 == 0 {
            world.configuration += "[interruptions]\nlock = pause-resume\nsuspend = pause-resume\n"
            world.watcher.interruptions.resumes = true
        }
        if sound != nil || leases != nil {
            world.configuration += "[interruptions]\ncall = microphone\n"
            world.watcher.interruptions.resumes = true
        }
        if world.random.oneIn(8) { world.configuration += "[limits]\nin-flight-per-player = 8\n" }
        world.watcher.knowsOrder = !world.configuration.contains("recent")
        if world.random.oneIn(4) { world.bus.mostReplies = 1000 }
        try world.startAgent()
        world.run(for: .seconds(3))
        // What the agent keeps before there are peers is what it may keep after all have left.
        world.rememberBaseline()
        let present = world.random.below(3)
        guard present > 0 else { return }
        // Players that start before the agent.
        world.killAgent()
        for _ in 0..<present { try world.addPlayer() }
        try world.startAgent()
        world.run(for: .milliseconds(world.random.below(400)))
    }

    private func gap() -> Duration {
        switch world.random.below(20) {
        case 0: .seconds(30 + world.random.below(60))
        case 1, 2: world.random.milliseconds(1000...4000)
        case 3, 4, 5, 6: world.random.milliseconds(50...600)
        case 7, 8: .zero
        default: world.random.milliseconds(1...30)
        }
    }

    private func happen() throws {
        let kind = world.random.below(100)
        switch kind {
        case 0..<34: try world.somebodyPresses()
        case 34..<40: try world.somebodyHolds()
        case 40..<46: try world.addPlayer()
        case 46: if world.random.oneIn(3) { try world.silentNamesArrive() }
        case 47..<66: try world.playerActs()
        case 66..<73: try world.appActs()
        case 73..<78: try world.somebodyChooses()
        case 78..<83: try world.confinedCallerTries()
        case 83..<86: try world.somebodyForges()
        case 86..<93: try world.sessionChanges()
        default: try world.agentSuffers()
        }
    }

    // MARK: The end

    /// All peers behave correctly again: then the agent must know all players, and a command must reach the right one.
    private func calmDown() throws {
        world.bus.delay = .zero
        world.lookUpTime = .zero
        world.run(for: .seconds(70))
        for player in world.players where player.isThere {
            player.manner = .healthy
            player.answerTime = { .zero }
            player.capabilities = [:]
            player.tell([("CanControl", .boolean(true)), ("PlaybackStatus", .string(player.status))])
        }
        for app in world.apps { app.manner = .handles }
        world.run(for: .seconds(8))
        world.check()
        guard world.agent != nil, world.bus.isUp else { return }
        try checkResponders()
        for button in ["PlayPause", "Next", "Pause"] as [MemberName] {
            try world.healthyCaller().press(button)
            world.run(for: .milliseconds(200))
            world.check()
        }
    }

    /// Checks that all players on the bus are in the chain.
    private func checkResponders() throws {
        var names: [String]?
        let caller = try world.healthyCaller()
        caller.call(
            SimulatedApp.agent, SimulatedApp.agentPath, SimulatedPlayer.properties, "Get",
            [.string(SimulatedApp.interface.rawValue), .string("Responders")]
        ) { result in
            guard case .success(let answer) = result,
                case .array(let all)? = (try? answer.arguments())?.first?.unwrapped
            else { return }
            names = all.elements.compactMap {
                if case .structure(let fields) = $0 { fields.first?.asString } else { nil }
            }
        }
        world.run(for: .milliseconds(100))
        guard let names else { return world.fail("the agent does not tell its responders") }
        for player in world.players where player.isThere {
            let owned = player.names.filter { world.bus.owner(of: $0) === player.transport }.map(\.rawValue)
            if !owned.isEmpty, !owned.contains(where: names.contains) {
                world.fail("\(owned) is on the bus and answers, and is not in the chain \(names)")
            }
        }
    }

    private func everybodyLeaves() {
        for peer in world.players as [Peer] + world.apps as [Peer] + world.callers as [Peer] { peer.leave() }
        sound?.leave()
        world.daemon?.leave()
        world.bluez?.leave()
        // A lock stays one when logind leaves (rule I130).
        world.login?.set(isLocked: false, isActive: true)
        world.run(for: .seconds(1))
        world.login?.leave()
        world.daemon = nil
        // What a headset's Pause has paused may go on for 5 min (rule I30).
        world.run(for: .seconds(330))
        world.check()
        world.checkForgotten()
    }
}
