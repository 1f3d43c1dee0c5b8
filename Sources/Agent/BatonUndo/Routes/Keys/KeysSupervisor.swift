// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
package import BatonLog
package import BatonReactor
package import BatonSession

/// Starts `baton-keys` when there is a command for it, and ends it when there has been none for a while.
///
/// `baton-keys` announces each key before it presses it. If it is lost before it has released a key, another one is
/// started to release exactly those that are down (rule UNDO5).
@MainActor
package final class KeysSupervisor: AgentPart {
    private let reactor: Reactor
    private let program: String?
    private let logger: Logger
    private let patience: Duration
    private let firstWait: Duration
    private var current: KeysProcess?
    /// The processes of an earlier display, until they have answered everything and hold nothing.
    private var leaving: [KeysProcess] = []
    private var releases: [KeysRelease] = []
    private var isKeeping = false
    private var idleTimer: ReactorTimer?

    private static let idleTime = Duration.seconds(15)

    /// - Parameters:
    ///   - program: the path of `baton-keys`; nil if it is not installed.
    ///   - patience: how long an answer may take. It must be longer than `baton-keys` waits for a modifier to be
    ///     released.
    ///   - firstWait: how long the release of keys that were left down waits after its first failure.
    package init(
        program: String?, reactor: Reactor, logger: Logger, patience: Duration = .seconds(3),
        firstWait: Duration = .seconds(1)
    ) {
        self.program = program
        self.reactor = reactor
        self.logger = logger
        self.patience = patience
        self.firstWait = firstWait
    }

    /// Whether keys are down: those being pressed now, and those that a lost process left down.
    var isHolding: Bool {
        !releases.isEmpty || !(current?.held.isEmpty ?? true) || leaving.contains { !$0.held.isEmpty }
    }

    /// Sends a command to the `baton-keys` of a session, and starts it if necessary.
    ///
    /// - Parameter then: called once: with the answer, or with `failed` if none came within three seconds.
    func ask(
        _ session: DisplayEnvironment, _ command: (UInt32) -> KeysCommand, then: @escaping (KeysReport) -> Void
    ) {
        // The keys to press and those being released may be the same.
        if !releases.isEmpty, case .press = command(0) {
            return then(.failed(id: 0, reason: "keys that were left down have to be released first"))
        }
        do throws(Reason) {
            try process(for: session).ask(command, then: then)
        } catch {
            let isMissing = error.code == .route(.noHelper)
            then(
                isMissing
                    ? .unavailable(id: 0, .helperMissing, reason: "\(error)") : .failed(id: 0, reason: "\(error)"))
        }
    }

    /// Keeps `baton-keys` running while a question is on the screen, so that the answer need not wait for it to start.
    /// A Wayland seat without a keyboard gets one for that time, because apps need time to see it (rule UNDO41).
    package func keep(_ isOn: Bool, in session: DisplayEnvironment) {
        guard isOn || isKeeping else { return }
        // The report is ignored: without a virtual keyboard another route is used, which reports its own failure.
        if session.isWayland { ask(session, { .keep(id: $0, isOn: isOn) }, then: { _ in }) }
        isKeeping = isOn
        restWhenIdle()
    }

    /// Asks `baton-keys` to end, without waiting.
    package func close() {
        for process in leaving { process.close() }
        leaving = []
        for release in releases { release.stop() }
        releases = []
        rest()
    }

    // MARK: The process

    /// The process for a session; it is started if necessary.
    private func process(for session: DisplayEnvironment) throws(Reason) -> KeysProcess {
        idleTimer?.cancel()
        let wanted = session.variables
        if let current {
            if current.environment == wanted { return current }
            // A compositor that was started again has other sockets.
            if current.isIdle { rest() } else { leaving.append(current) }
        }
        current = nil
        guard let program else {
            throw Reason.route(.noHelper)
        }
        let new = try KeysProcess(program, environment: wanted, patience: patience, reactor: reactor)
        new.onIdle = { [weak self, weak new] in
            if let self, let new { idle(new) }
        }
        new.onLoss = { [weak self, weak new] reason in
            if let self, let new { lost(new, reason) }
        }
        current = new
        return new
    }

    private func idle(_ process: KeysProcess) {
        guard process !== current else { return restWhenIdle() }
        leaving.removeAll { $0 === process }
        process.close()
    }

    private func restWhenIdle() {
        guard let current, current.isIdle, !isKeeping else { return }
        idleTimer?.cancel()
        idleTimer = reactor.schedule(after: Self.idleTime, tolerance: .seconds(5)) { [weak self] in self?.rest() }
    }

    private func rest() {
        idleTimer?.cancel()
        current?.close()
        current = nil
        isKeeping = false
    }

    /// Releases the keys of a process that ended or hangs, with another process.
    private func lost(_ process: KeysProcess, _ reason: String) {
        if process === current { rest() }
        leaving.removeAll { $0 === process }
        if process.isBusy || !process.held.isEmpty { logger.warning("baton-keys is lost: \(reason)") }
        guard !process.held.isEmpty, let program else { return }
        logger.warning("releasing the keys that baton-keys held down")
        let release = KeysRelease(
            process.held, program: program, environment: process.environment, patience: patience,
            firstWait: firstWait, reactor: reactor, logger: logger)
        releases.append(release)
        release.start { [weak self, weak release] in self?.releases.removeAll { $0 === release } }
    }
}
