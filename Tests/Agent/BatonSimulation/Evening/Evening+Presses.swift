// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents

/// What users press in an evening, and what must become of it.
extension Evening {
    /// The length of a step while a seek button is held, in seconds; not the default.
    static let holdStep: Int64 = 7

    /// What a player said at first is not so any more, and it does not tell: as VLC, Totem and Strawberry do.
    func lie(_ player: SimulatedPlayer) {
        guard random.oneIn(3) else { return }
        // Interruptions believe what it said of CanPause until it is asked again, half a second after its next change.
        for capability in ["CanPlay", "CanGoNext"] where random.oneIn(2) {
            player.capabilities[capability] = false
        }
        player.after(random.milliseconds(100...1500)) { [weak player] in player?.capabilities = [:] }
    }

    /// It cannot say until a while after each beginning what it can, as VLC, and does not tell.
    func liesOften(_ player: SimulatedPlayer) {
        player.onStatus = { [weak self, weak player] in
            guard let self, let player, player.status == "Playing", random.oneIn(2) else { return }
            player.capabilities["CanGoNext"] = false
            player.after(random.milliseconds(600...1500)) { [weak player] in player?.capabilities["CanGoNext"] = nil }
        }
    }

    /// A user presses a key.
    func press() throws {
        // Nothing of the agent's own is under way.
        world.run(for: .seconds(4))
        let button: MemberName = random.pick(["Play", "Pause", "PlayPause", "Stop", "Next"])
        let before = world.players.filter { $0.status == "Playing" }
        // A live stream cannot do everything that its player says it can (rule MPRIS51).
        let refuses = random.oneIn(4)
        if refuses { for player in before { player.refused = ["Play", "Pause", "PlayPause", "Stop"] } }
        defer { for player in before { player.refused = [] } }
        let counts = world.players.map(\.commands.count)
        truth.isPressing = true
        try world.healthyCaller().press(button)
        world.run(for: .milliseconds(900))
        truth.isPressing = false
        // Which of the paused players was meant is the agent's to know.
        for player in world.players where player.status != "Playing" { truth.mayHaveActed(on: player) }
        // Of players that exclude each other another one goes on when this one stops (rule I60), and an app that is
        // registered may take what is pressed.
        if isExclusive || apps.isAnyThere { return }
        let reached = zip(world.players, counts).filter { $0.commands.count > $1 }.map(\.0)
        if let player = reached.first(where: { player in !before.contains { $0 === player } }), !before.isEmpty {
            world.fail("\(button.rawValue) reaches \(player.name), which does not play, past \(before.map(\.name))")
        }
        if !refuses { check(button, before, reached) }
    }

    private func check(_ button: MemberName, _ before: [SimulatedPlayer], _ reached: [SimulatedPlayer]) {
        let after = world.players.filter { $0.status == "Playing" }
        let started = after.filter { player in !before.contains { $0 === player } }
        let ended = before.filter { player in !after.contains { $0 === player } }
        if let player = started.first, button == "Pause" || button == "Stop" || !before.isEmpty {
            world.fail("\(button.rawValue) starts \(player.name), and \(before.map(\.name)) played")
        }
        // A logind that was late may tell of a lock just now.
        let isLockHeard = !truth.isLocked || session.isCertain
        if let player = ended.first, button == "Play" || button == "Next", isLockHeard {
            world.fail("\(button.rawValue) pauses \(player.name)")
        }
        if ended.isEmpty, !before.isEmpty, ["Pause", "PlayPause", "Stop"].contains(button.rawValue) {
            world.fail("\(button.rawValue) ends none of \(before.map(\.name))")
        }
        if let player = before.first, before.count == 1, button == "Next", !reached.contains(where: { $0 === player }) {
            world.fail("Next does not reach \(player.name), which plays and can; it reaches \(reached.map(\.name))")
        }
        if before.isEmpty, after.isEmpty, ["Play", "PlayPause"].contains(button.rawValue), !world.players.isEmpty {
            world.fail("\(button.rawValue) starts nothing")
        }
    }

    /// A user holds a seek button for a while.
    func hold() throws {
        world.run(for: .seconds(2))
        let caller = try world.healthyCaller()
        let isBackward = random.oneIn(3)
        truth.isPressing = true
        truth.beginHold()
        caller.send(isBackward ? .beginSeekingBackward : .beginSeekingForward)
        world.run(for: .milliseconds(600))
        if isBackward { holdToStart() } else if random.oneIn(2) { seekingEnds() }
        caller.send(isBackward ? .endSeekingBackward : .endSeekingForward)
        world.run(for: .milliseconds(600))
        truth.isPressing = false
        let step = Self.holdStep * 1_000_000
        if !isBackward, let first = truth.firstSeek, first != step, first < SimulatedTrack.length / 2 {
            world.fail("the first step of a held seek button is \(first) µs")
        }
    }

    /// The button goes back to the track's beginning, and stays down.
    private func holdToStart() {
        guard let player = truth.soughtPlayer else { return }
        world.run(for: .seconds(8))
        // A player that plays moves on, so that there is something to go back.
        if player.status != "Playing", truth.seeksAtStart > 2 {
            world.fail("a held seek button goes back \(truth.seeksAtStart) times at the track's beginning")
        }
    }

    /// The player says that it cannot seek any more, and the button stays down.
    private func seekingEnds() {
        guard let player = truth.soughtPlayer else { return }
        player.capabilities["CanSeek"] = false
        player.tell([("CanSeek", .boolean(false))])
        world.run(for: .milliseconds(400))
        // What else it gets meanwhile, as for a lock of which logind tells late, is not the button's.
        let count = player.seeks
        world.run(for: .seconds(2))
        if player.seeks > count {
            world.fail("\(player.name) is sent Seek by a held button, and cannot seek any more")
        }
        player.capabilities["CanSeek"] = true
        player.tell([("CanSeek", .boolean(true))])
    }

    /// A user jumps in a player's own window.
    func jumpsAtHome() {
        let player = random.pick(world.players)
        guard player.status == "Paused", player.track?.tellsJumps == true else { return }
        world.run(for: .seconds(2))
        guard player.status == "Paused" else { return }
        jumps(player)
    }

    /// A user jumps in a paused player. To no more than two seconds from where it is that counts as the player's own (rule I140).
    func jumps(_ player: SimulatedPlayer) {
        let place = 200_000_000 + Int64(random.below(9)) * 10_000_000
        let isFar = abs(place - (player.track?.position(at: world.now) ?? 0)) > 2_000_000
        if isFar { truth.isPlaceUnknown(of: player) ? truth.mayHaveActed(on: player) : truth.acted(on: player) }
        player.jump(to: place)
    }

    /// A client jumps by the face, and a bar shows the position a while later.
    func lookAtPositions() throws {
        world.run(for: .seconds(3))
        let caller = try world.healthyCaller()
        if random.oneIn(2) {
            truth.isPressing = true
            caller.face(SimulatedPlayer.player, "Seek", [.int64(Int64(random.below(60)) * 1_000_000)])
            world.run(for: .milliseconds(700))
            truth.isPressing = false
        }
        if random.oneIn(3) { setVolume(caller) }
        var shown: [String: Value] = [:]
        caller.call(
            SimulatedCaller.face, SimulatedPlayer.path, SimulatedPlayer.properties, "GetAll",
            [.string(SimulatedPlayer.player.rawValue)]
        ) { [weak self] in
            guard let self, case .success(let answer) = $0 else { return }
            shown = (try? answer.arguments())?.first?.asVardict ?? [:]
            compare(shown)
        }
        world.run(for: .milliseconds(300))
        if shown["PlaybackStatus"]?.asString == "Playing" { jumpOutside(shown, caller) }
    }

    /// A client sets the volume. The player may not take it as it is.
    private func setVolume(_ caller: SimulatedCaller) {
        let volume = Double(random.below(11)) / 10
        caller.face(
            SimulatedPlayer.properties, "Set",
            [.string(SimulatedPlayer.player.rawValue), .string("Volume"), .variant(.double(volume))])
        world.run(for: .milliseconds(700))
    }

    /// A client jumps to a place outside of the track: nothing happens (rule MPRIS6).
    private func jumpOutside(_ shown: [String: Value], _ caller: SimulatedCaller) {
        guard let id = shown["Metadata"]?.asVardict?["mpris:trackid"]?.unwrapped,
            let title = shown["Metadata"]?.asVardict?["xesam:title"]?.asString,
            let player = world.players.first(where: { "\($0.name)" == title }), let track = player.track
        else { return }
        let before = track.position(at: world.now)
        let place = random.oneIn(2) ? SimulatedTrack.length + 5_000_000 : -5_000_000
        truth.isPressing = true
        caller.face(SimulatedPlayer.player, "SetPosition", [id, .int64(place)])
        world.run(for: .milliseconds(500))
        truth.isPressing = false
        let after = player.track?.position(at: world.now) ?? 0
        if player.status == "Playing", abs(after - before) > 1_500_000 {
            world.fail("SetPosition to \(place) µs moves \(title) from \(before) to \(after)")
        }
    }

    private func compare(_ shown: [String: Value]) {
        guard let title = shown["Metadata"]?.asVardict?["xesam:title"]?.asString,
            case .int64(let position)? = shown["Position"]?.unwrapped,
            let player = world.players.first(where: { "\($0.name)" == title }), let track = player.track
        else { return }
        let real = track.position(at: world.now)
        if abs(real - position) > 500_000 {
            world.fail("the face shows \(position) µs for \(player.name), which is at \(real)")
        }
        if let volume = shown["Volume"]?.asDouble, let real = player.volume, volume != real {
            world.fail("the face shows volume \(volume) for \(player.name), which has \(real)")
        }
        if let status = shown["PlaybackStatus"]?.asString, status != player.status {
            world.fail("the face shows \(status) for \(player.name), which is \(player.status)")
        }
    }
}
