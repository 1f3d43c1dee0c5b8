// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonEvents
import BatonHousehold
import BatonMPRIS
import BatonReactor

/// Does what another client of the broker asks of this host, and says how it went in a code.
struct CommandPerformer {
    let local: LocalHost

    /// A player that does not answer gets as long as batond gives it.
    private static let deadline = Duration.seconds(3)
    /// How long batond may take, and after which it does nothing any more.
    private static let patience = Duration.seconds(5)
    /// The loudest that batond makes anything.
    private static let loudest = 1.5

    /// Does it.
    ///
    /// - Parameter then: called once with the outcome's code: a word of `OutcomeWord`, `no-baton`, `no-player` or `refused`.
    func perform(_ command: HouseholdCommand, then: @escaping (String) -> Void) {
        switch (command.action, command.value) {
        case (.play, _): post(.play, .play, then)
        case (.pause, _): post(.pause, .pause, then)
        case (.toggle, _): post(.togglePlayPause, .playPause, then)
        case (.stop, _): post(.stop, .stop, then)
        case (.next, _): post(.nextTrack, .next, then)
        case (.previous, _): post(.previousTrack, .previous, then)
        case (.seek, .number(let seconds)): call(.seek, [Self.time(seconds).value], then)
        case (.position, .number(let seconds)): setPosition(Self.time(seconds), then)
        case (.volume, .number(let level)): whenAwake(then) { setVolume(level, then) }
        case (.shuffle, .flag(let isOn)): set(.shuffle, .boolean(isOn), then)
        case (.loop, .text(let word)):
            set(.loopStatus, .string((NowPlaying.Loop(rawValue: word) ?? .none).mprisWord), then)
        case (.openURI, .text(let address)): call(.openUri, [.string(address)], then)
        case (.quit, _): call(.quit, [], then)
        default: whenAwake(then) { ask(command, then) }
        }
    }

    /// Asks batond first whether it runs on: what it is asked while it is stopped it would do whenever it goes on.
    private func whenAwake(_ then: @escaping (String) -> Void, _ body: @escaping () -> Void) {
        local.present.ping(within: Self.patience, startsAgent: false) { answer in
            if case .success = answer { body() } else { then(Self.code(answer)) }
        }
    }

    // MARK: batond

    private func ask(_ command: HouseholdCommand, _ then: @escaping (String) -> Void) {
        typealias Application = ApplicationInterface
        typealias Interruptions = InterruptionsInterface
        switch (command.action, command.value) {
        case (.pin, .text(let name)): send(Application.pin, name, then)
        case (.unpin, _): send(Application.unpin, (), then)
        case (.pauseAll, _): together(Interruptions.pauseAll, then)
        case (.resume, _): together(Interruptions.resume, then)
        case (.sleep, .number(let seconds)):
            // fits: at most a week
            send(Interruptions.sleep, (WallClock.microseconds &+ UInt64(max(seconds, 0) * 1e6), false), then)
        case (.sleep, .text(let word)): send(Interruptions.sleep, (0, word == "track"), then)
        case (.shake, .flag(let isOn)):
            local.present.set(Application.shakeToUndo, to: isOn) { then(Self.code($0)) }
        case (.interruptions, .flag(let isOn)):
            local.present.set(Interruptions.enabled, to: isOn) { then(Self.code($0)) }
        case (.policy, .text(let word)): local.present.set(Application.policy, to: word) { then(Self.code($0)) }
        case (.undo, _): undo(Application.undo, then)
        case (.redo, _): undo(Application.redo, then)
        default: then(OutcomeWord.unhandled.rawValue)
        }
    }

    private func send<Arguments>(
        _ method: MethodDeclaration<Arguments, Void>, _ arguments: Arguments, _ then: @escaping (String) -> Void
    ) {
        local.present.call(method, arguments, within: .seconds(5), startsAgent: false) { then(Self.code($0)) }
    }

    private func together(_ method: MethodDeclaration<Void, [String]>, _ then: @escaping (String) -> Void) {
        local.present.call(method, within: .seconds(5), startsAgent: false) { answer in
            if case .success(let players) = answer, players.isEmpty { return then(OutcomeWord.unhandled.rawValue) }
            then(Self.code(answer))
        }
    }

    private func undo(
        _ method: MethodDeclaration<Void, (String, String, Reason.Details)>, _ then: @escaping (String) -> Void
    ) {
        local.present.call(method, within: .seconds(20), startsAgent: false) { answer in
            if case .success((let word, _, _)) = answer { then(word) } else { then(Self.code(answer)) }
        }
    }

    /// Sends an event along the chain; or where another machine is first in it, to the first player of this one: what others ask of
    /// this machine does not go on to a third.
    private func post(_ event: RemoteControlSubtype, _ method: PlayerMethod, _ then: @escaping (String) -> Void) {
        guard local.isFirstLocal else { return call(method, [], then) }
        // fits: microseconds since the machine's start
        let end = UInt64((BootClock.now + Self.patience) / .microseconds(1))
        local.present.call(
            ApplicationInterface.performRemoteControlEventBefore, (UInt32(event.rawValue), end), within: Self.patience,
            startsAgent: false
        ) { answer in
            if case .failure(.lacking) = answer { postToOlder(event, then) } else { then(Self.code(of: answer)) }
        }
    }

    /// A batond of before does what it is asked whenever it goes on.
    private func postToOlder(_ event: RemoteControlSubtype, _ then: @escaping (String) -> Void) {
        local.present.call(
            ApplicationInterface.performRemoteControlEvent, UInt32(event.rawValue), within: Self.patience,
            startsAgent: false
        ) { then(Self.code(of: $0)) }
    }

    private static func code(of answer: AgentReply<(Bool, String, Bool)>) -> String {
        switch answer {
        case .success((true, _, true)): OutcomeWord.handled.rawValue
        case .success((true, _, false)): OutcomeWord.failed.rawValue
        case .success((false, _, _)): OutcomeWord.unhandled.rawValue
        case .failure: code(answer)
        }
    }

    private static func code<Content>(_ answer: AgentReply<Content>) -> String {
        switch answer {
        case .success: OutcomeWord.handled.rawValue
        case .failure(.absent), .failure(.busLost): "no-baton"
        case .failure(.silent): OutcomeWord.timeout.rawValue
        case .failure(.lacking): OutcomeWord.unhandled.rawValue
        case .failure(.refused), .failure(.unreadable): OutcomeWord.refused.rawValue
        }
    }

    // MARK: The first player of this machine

    private func withPlayer(
        _ then: @escaping (String) -> Void,
        _ body: (Player, @escaping (Result<Void, DBusError>) -> Void) throws(DBusError) -> Void
    ) {
        guard let player = local.first else { return then("no-player") }
        do throws(DBusError) {
            try body(player) { then(Self.code($0)) }
        } catch {
            then(OutcomeWord.failed.rawValue)
        }
    }

    private func call(_ method: PlayerMethod, _ arguments: [Value], _ then: @escaping (String) -> Void) {
        withPlayer(then) { (player, reply) throws(DBusError) in
            try player.call(method, arguments, within: Self.deadline) { reply($0.map { _ in }) }
        }
    }

    private func set(_ property: PlayerProperty, _ value: Value, _ then: @escaping (String) -> Void) {
        withPlayer(then) { (player, reply) throws(DBusError) in
            try player.setProperty(property, to: value, within: Self.deadline) { reply($0.map { _ in }) }
        }
    }

    private func setPosition(_ position: MediaTime, _ then: @escaping (String) -> Void) {
        withPlayer(then) { (player, reply) throws(DBusError) in
            guard let track = player.metadata.trackID else { return then("no-player") }
            try player.setPosition(position, of: track, within: Self.deadline, reply: reply)
        }
    }

    /// batond knows the streams of players without a volume.
    private func setVolume(_ level: Double, _ then: @escaping (String) -> Void) {
        guard let player = local.first else { return then("no-player") }
        local.present.call(
            ApplicationInterface.changeVolume, (player.name.rawValue, false, min(level, Self.loudest)),
            within: .seconds(6), startsAgent: false
        ) { then(Self.code($0)) }
    }

    private static func code(_ result: Result<Void, DBusError>) -> String {
        switch result {
        case .success: OutcomeWord.handled.rawValue
        case .failure(let error):
            error.name == .timeout || error.name == .noReply
                ? OutcomeWord.timeout.rawValue : OutcomeWord.error(error.name.rawValue)
        }
    }

    /// Seconds, of which a command has a thousand million at most.
    private static func time(_ seconds: Double) -> MediaTime {
        MediaTime(microseconds: Int64(exactly: (seconds * 1e6).rounded()) ?? 0)
    }
}
