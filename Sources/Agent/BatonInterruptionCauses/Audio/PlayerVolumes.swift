// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonAudioLink
import BatonDBus
import BatonInterruptions
import BatonLog
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonSettings
import BatonValues

/// Volumes and mutes of players: by the player's own `Volume` where that acts, else by its streams at the sound server (rules VOL1 to
/// VOL5), and the mute of the microphone (rule VOL10).
@MainActor
final class PlayerVolumes: VolumeControl {
    /// The loudest that a player is set to (rule VOL2).
    static let loudest = 1.5
    /// How long a player may take until its `Volume` says what was set.
    static let answer = Duration.seconds(1)
    /// How long the sound server may take to tell its streams.
    static let serverTime = Duration.seconds(2)
    /// How long baton-audio stays after the last change.
    static let stay = Duration.seconds(30)

    private unowned let audio: AudioCause
    private let reactor: Reactor
    private let logger: Logger
    private var own: [ResponderID: OwnVolume] = [:]
    /// What waits for the sound server, and until when.
    private var waiting: [(until: Duration, then: (Bool) -> Void)] = []
    private var waitTimer: ReactorTimer?
    private var stayTimer: ReactorTimer?
    private var observation: Observation?

    init(audio: AudioCause, reactor: Reactor, logger: Logger) {
        self.audio = audio
        self.reactor = reactor
        self.logger = logger
        audio.hasVolumes = true
        observation = audio.observe { [weak self] in self?.serverChanged() }
    }

    // MARK: Volumes

    func change(
        _ player: PlayerResponder, _ change: VolumeChange, from sender: BusName?,
        then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        guard change.isFinite else {
            return then(.failure(DBusError(.invalidArguments, "A volume is a number, such as 0.5.")))
        }
        switch audio.rule(for: player).volume {
        case .stream: changeStreams(player, change, then)
        case .player: changeOwn(player, change, sender, isAlone: true, then)
        case .auto: changeOwn(player, change, sender, isAlone: false, then)
        }
    }

    /// Whether the player's own `Volume` acts; nil as long as nothing says so.
    func acts(_ player: PlayerResponder) -> Bool? { own[player.id].flatMap { $0.isOf(player) ? $0.acts : nil } }

    /// Changes the player's own `Volume`.
    ///
    /// - Parameter isAlone: whether there is no other way.
    private func changeOwn(
        _ player: PlayerResponder, _ change: VolumeChange, _ sender: BusName?, isAlone: Bool,
        _ then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        let volume = volume(of: player)
        guard player.player.capabilities.contains(.control), let target = volume.target(of: change) else {
            if isAlone { return then(.failure(Self.noVolume(player))) }
            return changeStreams(player, change, then)
        }
        guard isAlone || volume.acts != false else { return changeStreams(player, change, then) }
        // A second change begins from what the first one leaves, which is not known before it is known whether it does anything.
        if volume.acts == nil, volume.isTrying {
            guard volume.later.count < OwnVolume.mostLater else {
                return then(
                    .failure(
                        DBusError(.limitsExceeded, "\(player.identity) gets too many changes of its volume at once.")))
            }
            volume.later.append { [weak self] in
                self?.changeOwn(player, change, sender, isAlone: isAlone, then)
            }
            return
        }
        let attempt = volume.begin(target)
        player.forward(from: sender) { () throws(DBusError) in
            try player.player.setting(.volume, to: .double(target))
        } reply: { [weak self] result in
            switch result {
            case .success: self?.verify(player, volume, attempt, change, isAlone: isAlone, then)
            case .failure(let error):
                volume.end(attempt)
                // What has not answered may do it still: it is not done twice.
                guard !isAlone, error.name != .timeout, error.name != .noReply else {
                    return then(.failure(error.name == .timeout ? .timedOut(player.id) : error))
                }
                self?.changeStreams(player, change, then)
            }
        }
    }

    /// Looks whether a player has done what it was told: it may say yes and do nothing (rule VOL1).
    private func verify(
        _ player: PlayerResponder, _ volume: OwnVolume, _ attempt: OwnVolume.Attempt, _ change: VolumeChange,
        isAlone: Bool, _ then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        player.player.askNow { [weak self] isAnswered in
            guard let self else { return }
            volume.look(attempt)
            // One that is silent has not shown that it does nothing.
            guard isAnswered || reactor.now < attempt.deadline else {
                volume.end(attempt)
                return then(.failure(.timedOut(player.id)))
            }
            let isOver = volume.acts == true || isAlone || !attempt.tells || reactor.now >= attempt.deadline
            guard !isOver else {
                return conclude(player, volume, attempt, change, isAlone: isAlone, then)
            }
            _ = reactor.schedule(at: attempt.deadline) { [weak self] in
                self?.verify(player, volume, attempt, change, isAlone: isAlone, then)
            }
        }
    }

    private func conclude(
        _ player: PlayerResponder, _ volume: OwnVolume, _ attempt: OwnVolume.Attempt, _ change: VolumeChange,
        isAlone: Bool, _ then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        if attempt.tells, volume.acts == nil, !isAlone {
            volume.acts = false
            logger.info("\(player.id.rawValue) takes its volume and does nothing; its stream is changed from now on")
        }
        volume.end(attempt)
        if volume.acts == false || volume.told == nil, !isAlone { return changeStreams(player, change, then) }
        guard volume.told != nil else { return then(.failure(Self.noVolume(player))) }
        then(.success(VolumeState(way: .player, level: attempt.target)))
    }

    /// What is known of a player's own `Volume`.
    private func volume(of player: PlayerResponder) -> OwnVolume {
        if let known = own[player.id], known.isOf(player) { return known }
        // Those that have left are forgotten.
        own = own.filter { audio.isPresent($0.value.player) }
        let made = OwnVolume(player, reactor)
        own[player.id] = made
        return made
    }

    private static func noVolume(_ player: PlayerResponder) -> DBusError {
        DBusError(.notSupported, "The volume of \(player.identity) cannot be changed.")
    }

    // MARK: Streams

    private func changeStreams(
        _ player: PlayerResponder, _ change: VolumeChange,
        _ then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        ask(player, change.wish) { answer in
            then(answer.map { VolumeState(way: .stream, level: Double($0.volume) / Double(ChannelVolumes.full)) })
        }
    }

    func mute(
        _ player: PlayerResponder, _ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void
    ) {
        ask(player, .mute(word.wish)) { then($0.map(\.isMuted)) }
    }

    func muteMicrophone(_ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void) {
        whenListed { [weak self] isListed in
            guard isListed, let self else { return then(.failure(Self.noServer)) }
            audio.supervisor.ask({ .microphone($0, word.wish) }) { answer in
                then(Self.result(answer, gone: "there is no microphone").map(\.isMuted))
            }
        }
    }

    private func ask(
        _ player: PlayerResponder, _ wish: SoundWish,
        _ then: @escaping (Result<(volume: UInt32, isMuted: Bool), DBusError>) -> Void
    ) {
        let gone = "\(player.identity) has no stream at the sound server, and no volume of its own that acts"
        whenListed { [weak self] isListed in
            guard isListed, let self else { return then(.failure(Self.noServer)) }
            let streams = audio.streams(of: player)
            guard !streams.isEmpty else { return then(.failure(DBusError(.notSupported, gone))) }
            audio.supervisor.ask({ .change($0, streams: streams, wish) }) { then(Self.result($0, gone: gone)) }
        }
    }

    private static let noServer = DBusError(.notSupported, "The sound server does not answer.")

    private static func result(
        _ answer: StreamAnswer, gone: String
    ) -> Result<(volume: UInt32, isMuted: Bool), DBusError> {
        switch answer {
        case .done(let volume, let isMuted): .success((volume, isMuted))
        case .refused: .failure(DBusError(.notSupported, "The sound server refused it."))
        case .gone: .failure(DBusError(.notSupported, gone))
        case .late: .failure(noServer)
        }
    }

    // MARK: The sound server

    /// Calls `then` when the server has told its streams, or does not in time. baton-audio is started for it if need be.
    private func whenListed(_ then: @escaping (Bool) -> Void) {
        audio.isChanging = true
        stayTimer?.cancel()
        stayTimer = reactor.schedule(after: Self.stay, tolerance: .seconds(1)) { [weak self] in
            self?.audio.isChanging = false
        }
        if audio.isListed { return then(true) }
        guard audio.supervisor.isInstalled, waiting.count < OwnVolume.mostLater else { return then(false) }
        waiting.append((reactor.now + Self.serverTime, then))
        arm()
    }

    private func serverChanged() {
        guard !waiting.isEmpty, audio.isListed else { return }
        let ready = waiting
        waiting = []
        waitTimer?.cancel()
        for wait in ready { wait.then(true) }
    }

    private func arm() {
        waitTimer?.cancel()
        waitTimer = waiting.first.map { first in
            reactor.schedule(at: first.until, tolerance: .milliseconds(50)) { [weak self] in self?.giveUp() }
        }
    }

    private func giveUp() {
        let now = reactor.now
        let late = waiting.filter { $0.until <= now }
        waiting.removeAll { $0.until <= now }
        arm()
        for wait in late { wait.then(false) }
    }

    /// Ends all that is under way.
    func close() {
        waitTimer?.cancel()
        stayTimer?.cancel()
        waiting = []
    }
}

extension MuteWord {
    var wish: MuteWish {
        switch self {
        case .on: .on
        case .off: .off
        case .toggle: .toggle
        }
    }
}

extension VolumeChange {
    var isFinite: Bool {
        switch self {
        case .set(let value), .step(let value): value.isFinite
        }
    }

    /// The same for streams.
    var wish: SoundWish {
        func steps(_ part: Double) -> Double { (part * Double(ChannelVolumes.full)).rounded() }
        return switch self {
        case .set(let level): .set(UInt32(clamping: steps(level)))
        case .step(let step): .change(by: Int32(clamping: steps(step)))
        }
    }
}
