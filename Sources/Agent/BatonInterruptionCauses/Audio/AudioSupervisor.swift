// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
package import BatonInterruptions
package import BatonLog
package import BatonProcesses
package import BatonReactor
import Glibc

/// Keeps `baton-audio` running while it is wanted and for 30 s longer, and not at other times.
@MainActor
package final class AudioSupervisor {
    /// How long it rests before it is started again, the first time and at most. While it is away, what is lowered stays so.
    private static let waits = (first: Duration.seconds(1), longest: Duration.seconds(8))
    /// How long it stays when it is not wanted any more: between two tracks, and while the user thinks.
    package static let stay = Duration.seconds(30)

    /// Called with each fact. After the process has ended, the server counts as gone.
    var onFact: ((AudioFact) -> Void)?
    /// Called when the facts of one message have been told.
    var onFacts: (() -> Void)?

    /// Whether the sound server answers.
    package private(set) var isConnected = false
    /// Whether the program is installed.
    package var isInstalled: Bool { command != nil }

    private let reactor: Reactor
    private let command: String?
    private let environment: [String: String]
    /// The file of what is lowered; nil without a place for it.
    let loweredFile: String?
    /// Made when it is wanted first: at rest there is nothing of it.
    private var process: SupervisedProcess<AudioCommand, AudioReport>?
    private let logger: Logger
    private var isWanted = false
    private var stayTimer: ReactorTimer?
    private var startedAt: Duration?
    /// What it was asked to do; made with the first wish.
    private var wishes: AudioWishes?
    /// How it ended last; nil when it has answered since.
    package private(set) var lastEnd: ProcessEnd?

    /// - Parameters:
    ///   - program: the path of `baton-audio`; nil if it is not installed.
    ///   - environment: batond's; what finds the sound server is passed on.
    ///   - stateDirectory: where what is lowered is noted; nil for nowhere, and then nothing is lowered.
    package init(
        program: String?, environment: [String: String], stateDirectory: String? = nil, reactor: Reactor, logger: Logger
    ) {
        loweredFile = stateDirectory.map { "\($0)/lowered" }
        self.reactor = reactor
        self.logger = logger
        command = program
        self.environment = environment
    }

    private func makeProcess() -> SupervisedProcess<AudioCommand, AudioReport>? {
        guard let command else { return nil }
        // No display: libpulse would ask an X server where the sound server is.
        var passed = environment.filter {
            ["HOME", "LANG", "LD_PRELOAD", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"].contains($0.key)
                || $0.key.hasPrefix("PULSE_") || $0.key.hasPrefix("UMOCKDEV")
        }
        passed["BATON_LOWERED"] = loweredFile
        let process = SupervisedProcess<AudioCommand, AudioReport>(
            [command], environment: passed, stopLimit: .seconds(1), waits: Self.waits, reactor: reactor)
        process.onStart = { [weak self] in self?.started() }
        process.onReport = { [weak self] in self?.tell($0.facts) }
        process.onEnd = { [weak self] in self?.ended($0) }
        return process
    }

    /// Whether the process runs.
    package var isRunning: Bool { process?.isStarted ?? false }

    /// Starts it now, or lets it go later.
    func setWanted(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted, process == nil { process = makeProcess() }
        guard let process else { return }
        if isWanted {
            stayTimer?.cancel()
            stayTimer = nil
            if !process.isStarted { process.start() }
        } else {
            stayTimer = reactor.schedule(after: Self.stay, tolerance: .milliseconds(250)) { [weak self] in
                self?.stop()
            }
        }
    }

    /// Ends it at once.
    func stop() {
        stayTimer?.cancel()
        stayTimer = nil
        isWanted = false
        process?.stop()
        disconnect()
    }

    private func started() {
        startedAt = reactor.now
        process?.send(.watch)
    }

    /// Asks it to do something, which it is given no second time (rule VOL1).
    ///
    /// - Parameter then: called once; with `gone` when it does not run or ends before.
    func ask(_ command: (UInt32) -> AudioCommand, then: @escaping (StreamAnswer) -> Void) {
        let wishes = wishes ?? makeWishes()
        guard let process, process.isStarted, let number = wishes.begin(then) else { return then(.gone) }
        process.send(command(number))
    }

    /// Has these streams lowered and no others (rule VOL6). The wish behind it is for no stream: one that does not answer hangs.
    func lower(_ streams: [UInt32], toPercent percent: UInt8, fade: Duration) {
        process?.send(.lower(streams: streams, percent: percent, fade: fade))
        ask({ .change($0, streams: [], .set(0)) }, then: { _ in })
    }

    /// Whether a process has left a file of what it had lowered.
    var hasLoweredFile: Bool { loweredFile.map { access($0, F_OK) == 0 } ?? false }

    private func makeWishes() -> AudioWishes {
        let made = AudioWishes(reactor)
        made.onSilence = { [weak self] in self?.replace() }
        wishes = made
        return made
    }

    /// It hangs: another one takes its place.
    private func replace() {
        logger.warning("baton-audio does not answer; it is started again")
        process?.kill()
        disconnect()
        if isWanted { process?.start() }
    }

    /// Tells the facts of one message.
    package func tell(_ facts: [AudioFact]) {
        for fact in facts {
            switch fact {
            case .connected:
                isConnected = true
                lastEnd = nil
            case .disconnected: isConnected = false
            case .answered(let number, let answer): wishes?.answered(number, answer)
            default: break
            }
            onFact?(fact)
        }
        onFacts?()
    }

    private func ended(_ end: ProcessEnd) {
        if lastEnd != end { logger.warning("baton-audio \(end)") }
        lastEnd = end
        disconnect()
        // A library does not come by waiting. It is looked for again when something plays next.
        if case .notLoaded = end { return }
        let ranLong = startedAt.map { reactor.now - $0 > .seconds(60) } ?? false
        if isWanted { process?.startLater(afresh: ranLong) }
    }

    private func disconnect() {
        wishes?.end()
        guard isConnected else { return }
        isConnected = false
        onFact?(.disconnected)
        onFacts?()
    }
}
