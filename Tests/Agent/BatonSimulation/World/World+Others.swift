// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents

/// The steps of the peers other than players.
extension World {
    private static let presses: [RemoteControlSubtype] = [
        .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack,
    ]

    func healthyCaller() throws -> SimulatedCaller {
        let caller = try SimulatedCaller(self, on: bus)
        callers.append(caller)
        return caller
    }

    private func anyCaller(isConfined: Bool = false) throws -> SimulatedCaller {
        callers.removeAll { !$0.isThere }
        let fitting = callers.filter { $0.isConfined == isConfined }
        if !fitting.isEmpty, !random.oneIn(4) { return random.pick(fitting) }
        let caller = try SimulatedCaller(self, on: bus, isConfined: isConfined)
        callers.append(caller)
        return caller
    }

    func somebodyPresses() throws {
        guard bus.isUp else { return }
        let caller = try anyCaller(isConfined: random.oneIn(5))
        switch random.below(14) {
        case 0: caller.send(Self.presses[random.below(Self.presses.count)])
        case 1:
            for _ in 0..<(1 + random.below(5)) { caller.press(random.pick(SimulatedCaller.buttons)) }
        case 2: caller.face(SimulatedPlayer.player, "Seek", [.int64(random.extreme())])
        case 3:
            caller.press(random.pick(SimulatedCaller.buttons))
            caller.leave()
        case 4: if let daemon { daemon.press(random.pick(SimulatedSettingsDaemon.keys)) }
        case 5: if let bluez { bluez.press(random.pick(SimulatedBluez.buttons)) }
        case 6: flood(caller)
        default: caller.press(random.pick(SimulatedCaller.buttons))
        }
    }

    private func flood(_ caller: SimulatedCaller) {
        guard random.oneIn(4) else { return }
        floodTime = .seconds(5)
        flooders.insert(caller.name)
        crowdedUntil = now + .seconds(600)
        for _ in 0..<300 { caller.press(random.pick(["Next", "Play", "Pause"])) }
    }

    func somebodyHolds() throws {
        guard bus.isUp else { return }
        let caller = try anyCaller()
        caller.send(
            random.pick([
                .beginSeekingBackward, .beginSeekingForward, .endSeekingBackward, .endSeekingForward,
                .beginSeekingForward,
                .endSeekingForward,
            ]))
    }

    func appActs() throws {
        apps.removeAll { !$0.isThere }
        guard bus.isUp else { return }
        if apps.count < 3, random.oneIn(2) {
            let app = try SimulatedApp(self, on: bus)
            apps.append(app)
            app.register("/app", isPlaying: random.oneIn(2), wantsMotion: random.oneIn(3))
        }
        guard !apps.isEmpty else { return }
        let app = random.pick(apps)
        switch random.below(7) {
        case 0: app.leave()
        case 1: if let path = app.paths.first { app.unregister(path) }
        case 2: app.register("/app", isPlaying: random.oneIn(2), wantsMotion: false)
        case 3:
            app.call(
                SimulatedApp.agent, SimulatedApp.agentPath, SimulatedApp.interface, "BecomeFirstResponder",
                [.objectPath("/app")])
        case 4, 5: app.manner = random.pick(SimulatedApp.Manner.allCases)
        default: app.register("/other", isPlaying: true, wantsMotion: true)
        }
    }

    func somebodyChooses() throws {
        guard bus.isUp else { return }
        let caller = try anyCaller()
        switch random.below(7) {
        case 0: caller.control("Pin", [.string("p\(random.below(5))")])
        case 1, 2: caller.control("Unpin")
        case 3: caller.face("com.github.altdesktop.playerctld", "Shift")
        case 4: caller.control("Monitor", [.boolean(random.oneIn(2))])
        case 5: caller.control("Inputs")
        default:
            caller.call(
                SimulatedCaller.face, SimulatedPlayer.path, SimulatedPlayer.properties, "GetAll",
                [.string(SimulatedPlayer.player.rawValue)])
        }
    }

    func confinedCallerTries() throws {
        guard bus.isUp else { return }
        let caller = try anyCaller(isConfined: true)
        switch random.below(12) {
        case 0: caller.control("Pin", [.string("p0")])
        case 1: caller.control("Unpin")
        case 2: caller.face("com.github.altdesktop.playerctld", "Shift")
        case 3: caller.control("Monitor", [.boolean(true)])
        case 4: caller.control("Inputs")
        case 5: caller.control("Register", [.objectPath("/evil"), .vardict([("playing", .boolean(true))])])
        case 6: caller.face(SimulatedPlayer.player, "OpenUri", [.string("file:///etc/passwd")])
        case 7: caller.face(SimulatedPlayer.root, "Quit")
        case 8: caller.face(SimulatedPlayer.root, "Raise")
        case 9: caller.face(SimulatedPlayer.player, "SetPosition", [.objectPath("/track/1"), .int64(random.extreme())])
        case 10:
            caller.face(
                SimulatedPlayer.properties, "Set",
                [.string(SimulatedPlayer.player.rawValue), .string("Volume"), .variant(.double(0))])
        default:
            caller.call(
                SimulatedApp.agent, SimulatedApp.agentPath, SimulatedPlayer.properties, "Set",
                [.string(SimulatedApp.interface.rawValue), .string("ShakeToUndo"), .variant(.boolean(false))])
        }
    }

    /// A caller sends forged replies to the agent's calls of other peers.
    func somebodyForges() throws {
        guard bus.isUp, let agent = bus.owner(of: SimulatedApp.agent), let victim = agent.uniqueName else { return }
        let caller = try anyCaller()
        let silent = players.first { $0.isThere && !$0.names.isEmpty }
        if random.oneIn(2) { silent?.manner = .silent }
        try anyCaller().press("Next")
        // The forged replies come before the agent makes the call, or while it is under way.
        run(for: random.milliseconds(0...20))
        let last = watcher.lastSerial
        caller.forge(
            to: victim, serials: (last > 40 ? last - 40 : 1)...(last + 20),
            random.oneIn(2) ? [] : [.vardict([("PlaybackStatus", .string("Playing"))])])
    }

    func sessionChanges() throws {
        switch random.below(10) {
        case 0:
            guard login == nil else { break }
            login = try SimulatedLogin(self, on: systemBus)
            login?.start()
        case 1:
            let isLocked = random.oneIn(2)
            if isLocked { watcher.interruptions.begin(at: now) }
            login?.set(isLocked: isLocked, isActive: true)
        case 2: login?.set(isLocked: false, isActive: random.oneIn(2))
        case 3:
            let isGoing = random.oneIn(2)
            if isGoing { watcher.interruptions.begin(at: now) }
            watcher.plays.sleeps(isGoing, at: now)
            login?.sleep(isGoing)
        case 4, 5:
            guard bluez == nil else { break }
            bluez = try SimulatedBluez(self, on: systemBus)
            bluez?.saysAlreadyThere = random.oneIn(4)
            bluez?.isSilent = random.oneIn(5)
            bluez?.start()
        case 6:
            bluez?.leave()
            bluez = nil
        case 7, 8:
            guard daemon == nil, bus.isUp else { break }
            daemon = try SimulatedSettingsDaemon(self, on: bus)
            daemon?.isSilent = random.oneIn(6)
            daemon?.start()
        default:
            daemon?.leave()
            daemon = nil
        }
    }

    func agentSuffers() throws {
        switch random.below(9) {
        case 0, 1: stallAgent(for: random.milliseconds(10...2500))
        case 2, 3: try reload()
        case 4:
            endAgent()
            run(for: random.milliseconds(0...50))
            if bus.isUp { try startAgent() }
        case 5:
            killAgent()
            if bus.isUp { try startAgent() }
        case 6:
            bus.delay = random.milliseconds(0...300)
            lookUpTime = bus.delay * 4
        case 7: restartBus()
        default: bus.delay = .zero
        }
    }

    private func restartBus() {
        bus.stop()
        watcher.reset()
        players = []
        apps = []
        callers = []
        daemon = nil
        run(for: random.milliseconds(0...3000))
        bus.start()
        run(for: .seconds(5))
    }
}
