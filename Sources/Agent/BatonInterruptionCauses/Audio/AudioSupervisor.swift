// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
package import BatonInterruptions
package import BatonLog
package import BatonProcesses
package import BatonReactor

/// Keeps `baton-audio` running while it is wanted and for 30 s longer, and not at other times.
@MainActor
package final class AudioSupervisor {
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
    /// Made when it is wanted first: at rest there is nothing of it.
    private var process: SupervisedProcess<AudioCommand, AudioReport>?
    private let logger: Logger
    private var isWanted = false
    private var stayTimer: ReactorTimer?
    private var startedAt: Duration?
    /// How it ended last; nil when it has answered since.
    package private(set) var lastEnd: ProcessEnd?

    /// - Parameters:
    ///   - program: the path of `baton-audio`; nil if it is not installed.
    ///   - environment: batond's; what finds the sound server is passed on.
    package init(program: String?, environment: [String: String], reactor: Reactor, logger: Logger) {
        self.reactor = reactor
        self.logger = logger
        command = program
        self.environment = environment
    }

    private func makeProcess() -> SupervisedProcess<AudioCommand, AudioReport>? {
        guard let command else { return nil }
        // No display: libpulse would ask an X server where the sound server is.
        let passed = environment.filter {
            ["HOME", "LANG", "LD_PRELOAD", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"].contains($0.key)
                || $0.key.hasPrefix("PULSE_") || $0.key.hasPrefix("UMOCKDEV")
        }
        let process = SupervisedProcess<AudioCommand, AudioReport>(
            [command], environment: passed, stopLimit: .seconds(1), reactor: reactor)
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

    /// Tells the facts of one message.
    package func tell(_ facts: [AudioFact]) {
        for fact in facts {
            switch fact {
            case .connected:
                isConnected = true
                lastEnd = nil
            case .disconnected: isConnected = false
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
        let ranLong = startedAt.map { reactor.now - $0 > .seconds(60) } ?? false
        if isWanted { process?.startLater(afresh: ranLong) }
    }

    private func disconnect() {
        guard isConnected else { return }
        isConnected = false
        onFact?(.disconnected)
        onFacts?()
    }
}
