// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonReactor
import BatonSession
import Logging

/// `baton-keys`, from batond's side: started when something is asked, ended when nothing was for a while.
///
/// It announces each key before it presses it. If it dies before it has released one, it is started again to release
/// exactly those (design §7).
@MainActor
final class KeysSupervisor {
    private let reactor: Reactor
    private let program: String?
    private let logger: Logger
    private let patience: Duration
    private var current: KeysProcess?
    /// Those of a display that was before, until they have answered and hold nothing.
    private var leaving: [KeysProcess] = []
    private var releases: [KeysRelease] = []
    private var isKeeping = false
    private var idleTimer: ReactorTimer?

    private static let idleTime = Duration.seconds(15)

    /// - Parameters:
    ///   - program: the path of `baton-keys`; nil when it is not installed.
    ///   - patience: how long an answer may take: longer than `baton-keys` waits for a modifier to be let go.
    init(program: String?, reactor: Reactor, logger: Logger, patience: Duration = .seconds(3)) {
        self.program = program
        self.reactor = reactor
        self.logger = logger
        self.patience = patience
    }

    /// Whether keys are down: some that are being pressed, or that were left down.
    var isHolding: Bool {
        !releases.isEmpty || !(current?.held.isEmpty ?? true) || leaving.contains { !$0.held.isEmpty }
    }

    /// Asks the helper of a session, which is started if need be.
    ///
    /// - Parameter then: called once: with the answer, or with `failed` when none came in three seconds.
    func ask(
        _ session: DisplayEnvironment, _ command: (UInt32) -> KeysCommand, then: @escaping (KeysReport) -> Void
    ) {
        // Its own keys and those that are being released may be the same.
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

    /// A question is on the screen, or no longer: the answer shall not wait for the helper to start, nor a Wayland seat without
    /// a keyboard for the apps to see one (spec/undo.md §6).
    func keep(_ isOn: Bool, in session: DisplayEnvironment) {
        guard isOn || isKeeping else { return }
        // Where there is no virtual keyboard another route serves, and its own word is said there.
        if session.isWayland { ask(session, { .keep(id: $0, isOn: isOn) }, then: { _ in }) }
        isKeeping = isOn
        restWhenIdle()
    }

    /// Ends the helper; nobody waits for it.
    func close() {
        for process in leaving { process.close() }
        leaving = []
        for release in releases { release.stop() }
        releases = []
        rest()
    }

    // MARK: The process

    /// The one of a session.
    private func process(for session: DisplayEnvironment) throws(Reason) -> KeysProcess {
        idleTimer?.cancel()
        let wanted = session.variables
        if let current {
            if current.environment == wanted { return current }
            // A compositor that came back has other sockets.
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

    /// It died or hangs: what it held down is released by another.
    private func lost(_ process: KeysProcess, _ reason: String) {
        if process === current { rest() }
        leaving.removeAll { $0 === process }
        if process.isBusy || !process.held.isEmpty { logger.warning("baton-keys is lost: \(reason)") }
        guard !process.held.isEmpty, let program else { return }
        logger.warning("releasing the keys that baton-keys held down")
        let release = KeysRelease(
            process.held, program: program, environment: process.environment, patience: patience, reactor: reactor,
            logger: logger)
        releases.append(release)
        release.start { [weak self, weak release] in self?.releases.removeAll { $0 === release } }
    }
}
