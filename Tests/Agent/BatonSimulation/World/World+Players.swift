// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The steps of players.
extension World {
    private static let pool = ["p0", "p1", "p2", "p3.instance7", "p3.instance8", "p4"]

    private func playerName() -> BusName? { try? BusName("org.mpris.MediaPlayer2." + random.pick(Self.pool)) }

    func addPlayer() throws {
        players.removeAll { !$0.isThere }
        guard bus.isUp, players.count < 6, let name = playerName() else { return }
        let player = try SimulatedPlayer(self, on: bus)
        players.append(player)
        trace("\(player.name) is a player: \(name)")
        if random.oneIn(3) { player.setStatus(random.pick(["Playing", "Paused"]), isTold: false) }
        for capability in SimulatedPlayer.capabilityNames where random.oneIn(6) {
            player.capabilities[capability] = false
        }
        player.extras = strangeValues()
        player.tellsFirst = !random.oneIn(3)
        if random.oneIn(4) { player.ignored = ["PlayPause"] }
        setAnswerTime(of: player)
        switch random.below(8) {
        case 0: player.manner = .silent
        case 1:
            player.manner = .absent
            let wait = random.milliseconds(1...1500)
            player.answerTime = { .zero }
            player.after(wait) { [weak player] in
                guard let player, player.manner == .absent else { return }
                player.manner = .healthy
                player.objectSince = player.world.now
            }
        case 2: player.manner = random.pick([.twice, .refusing(.unknownMethod), .refusing(.failed)])
        default: break
        }
        player.own(name)
        if random.oneIn(8), let second = playerName() { player.own(second) }
    }

    /// One peer that never answers takes one name after the other.
    func silentNamesArrive() throws {
        guard bus.isUp else { return }
        let peer = try SimulatedPlayer(self, on: bus)
        peer.manner = .silent
        players.append(peer)
        for number in 0..<12 {
            peer.after(.milliseconds(150 * number)) { [weak peer] in
                if let name = try? BusName("org.mpris.MediaPlayer2.s\(number)") { peer?.own(name) }
            }
        }
        peer.after(.milliseconds(2000)) { [weak peer] in peer?.leave() }
        run(for: .milliseconds(10))
        try healthyCaller().press("Next")
        run(for: .seconds(3))
    }

    private func setAnswerTime(of player: SimulatedPlayer) {
        player.objectSince = nil
        switch random.below(6) {
        case 0:
            let time = random.milliseconds(1...300)
            player.answerTime = { time }
        case 1: player.answerTime = { [weak self] in self?.random.milliseconds(0...1500) ?? .zero }
        default: player.answerTime = { .zero }
        }
    }

    private func strangeValues() -> [(String, Value)] {
        guard random.oneIn(2) else { return [] }
        let length: [(String, Value)] = [
            ("mpris:length", random.oneIn(2) ? .int64(random.extreme()) : .double(random.extremeDouble())),
            ("mpris:trackid", .objectPath("/track/1")), ("xesam:title", .string(random.text())),
        ]
        return [
            ("Position", .int64(random.extreme())), ("Rate", .double(random.extremeDouble())),
            ("Volume", .double(random.extremeDouble())), ("Metadata", .vardict(length)),
        ]
    }

    func playerActs() throws {
        players.removeAll { !$0.isThere }
        guard !players.isEmpty else { return try addPlayer() }
        let player = random.pick(players)
        switch random.below(16) {
        case 0, 1, 2, 3: player.setStatus(random.pick(["Playing", "Paused", "Stopped", "Playing"]))
        case 4:
            player.objectSince = nil
            player.setStatus(random.pick(["Playing", "Paused"]), isTold: false)
        case 5:
            player.extras = strangeValues()
            player.tell(player.extras)
        case 6: jump(player)
        case 7:
            let name = random.pick(SimulatedPlayer.capabilityNames)
            player.capabilities[name] = random.oneIn(2)
            player.tell([(name, .boolean(player.capabilities[name] ?? true))])
        case 8: player.leave()
        case 9: if let name = player.names.first { player.release(name) }
        case 10: if let name = playerName() { player.own(name) }
        case 11: try handOver(player)
        case 12:
            player.objectSince = nil
            player.manner = random.pick([.silent, .healthy, .twice, .refusing(.unknownMethod), .refusing(.failed)])
        case 13: setAnswerTime(of: player)
        case 14: flap(player)
        default:
            player.objectSince = nil
            player.tell([("PlaybackStatus", random.pick([.string("playing"), .int32(3), .string("")]))])
        }
    }

    private func jump(_ player: SimulatedPlayer) {
        player.signal(SimulatedPlayer.path, SimulatedPlayer.player, "Seeked", [.int64(random.extreme())])
    }

    /// Another process takes the name over, so that it always has an owner.
    private func handOver(_ player: SimulatedPlayer) throws {
        guard let name = player.names.first, players.count < 8 else { return }
        let heir = try SimulatedPlayer(self, on: bus)
        players.append(heir)
        heir.queue(for: name)
        player.release(name)
    }

    /// A name is requested and released again and again.
    private func flap(_ player: SimulatedPlayer) {
        guard let name = player.names.last else { return }
        let count = random.oneIn(6) ? 600 : 20
        if random.oneIn(2) { player.manner = .silent }
        for _ in 0..<count {
            player.release(name)
            player.own(name)
        }
    }
}
