// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions

/// A model with players that do what they are told, unless a test says otherwise.
struct Room {
    var model = InterruptionModel()
    private(set) var facts: [PlayerIdentity: PlayerFacts] = [:]
    /// Every effect so far.
    private(set) var effects: [InterruptionEffect] = []
    var now = Duration.seconds(100)

    static func player(_ name: String) -> PlayerIdentity {
        PlayerIdentity(name: "org.mpris.MediaPlayer2.\(name)", owner: ":1.\(name)")
    }

    init(_ settings: InterruptionSettings = InterruptionSettings()) {
        model = InterruptionModel(settings)
    }

    /// A player says something new.
    mutating func says(_ name: String, _ state: PlayerState, _ change: (inout PlayerFacts) -> Void = { _ in }) {
        let player = Self.player(name)
        var facts = self.facts[player] ?? PlayerFacts(state)
        facts.state = state
        change(&facts)
        self.facts[player] = facts
        model.playerChanged(player, to: facts, at: now)
        take()
    }

    mutating func leaves(_ name: String) {
        facts[Self.player(name)] = nil
        model.playerLeft(Self.player(name), at: now)
        take()
    }

    mutating func userActs(on name: String) {
        model.userActed(on: Self.player(name), at: now)
        take()
    }

    mutating func trackChanges(of name: String) {
        model.trackChanged(of: Self.player(name), at: now)
        take()
    }

    /// A registered app says whether it plays.
    mutating func registers(_ app: PlayerIdentity, isPlaying: Bool, wants: Bool = true) {
        var facts = PlayerFacts(isPlaying ? .playing : .paused)
        facts.mayBeInterrupted = wants
        facts.mayBePaused = wants
        model.playerChanged(app, to: facts, at: now)
        take()
    }

    /// The player has jumped within its track.
    mutating func jumps(_ name: String, to position: Duration) {
        model.jumped(Self.player(name), to: position, at: now)
        take()
    }

    /// The player answers where it has paused.
    mutating func answers(_ name: String, _ position: Duration) {
        model.pausedAt(position, by: Self.player(name), at: now)
        take()
    }

    @discardableResult
    mutating func begin(
        _ cause: InterruptionCause, of origin: String = "", resumes: Bool = true, only names: [String]? = nil
    ) -> UInt32 {
        let players = names.map { Set($0.map(Self.player)) }
        var request = InterruptionRequest(cause, resumes: resumes, players: players)
        request.origin = origin
        let id = model.begin(request, at: now)
        take()
        return id ?? 0
    }

    mutating func end(_ id: UInt32, isNormal: Bool = true, gone: [String] = []) {
        model.end(id, isNormal: isNormal, gone: Set(gone.map(Self.player)), at: now)
        take()
    }

    mutating func passes(_ time: Duration) {
        let end = now + time
        while let next = model.nextDeadline, next <= end {
            now = max(now, next)
            model.advance(to: now)
            take()
        }
        now = end
        model.advance(to: now)
        take()
    }

    /// The players that were sent Pause or Play announce it.
    mutating func obey() {
        for command in drain() {
            let parts = command.split(separator: " ")
            says(String(parts[1]), parts[0] == "Play" ? .playing : parts[0] == "Stop" ? .stopped : .paused)
        }
    }

    mutating func take() { effects += model.takeEffects() }

    /// The commands that were sent since the last call, as `Pause a`.
    mutating func drain() -> [String] {
        defer { effects = [] }
        return effects.compactMap { effect in
            switch effect {
            case .pause(let player): "Pause \(name(player))"
            case .stop(let player): "Stop \(name(player))"
            case .play(let player): "Play \(name(player))"
            default: nil
            }
        }
    }

    /// What apps were told so far, as `began call` and `ended true`.
    var told: [String] {
        effects.compactMap { effect in
            switch effect {
            case .tellBegan(_, let id, let cause): "began \(id) \(cause.rawValue)"
            case .tellEnded(_, let id, let shouldResume): "ended \(id) \(shouldResume)"
            default: nil
            }
        }
    }

    /// Why players were let go, as `a left`.
    var releases: [String] {
        effects.compactMap { effect in
            guard case .released(let player, let reason) = effect else { return nil }
            return "\(name(player)) \(reason.rawValue)"
        }
    }

    private func name(_ player: PlayerIdentity) -> String {
        String(player.name.dropFirst("org.mpris.MediaPlayer2.".count))
    }
}
