// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonLog
import BatonReactor

/// Releases the keys that a lost `baton-keys` left down, with a new process (rule UNDO5).
///
/// A display that does not answer may continue at any time and process a press that it received before, so the release
/// is tried again for as long as that lasts. A display that no longer exists has no keys down. The two have waits of
/// their own: a display that hung for long and then ended is not asked for long.
@MainActor
final class KeysRelease {
    private var keys: [HeldKey]
    private let program: String
    private let environment: [String: String]
    private let patience: Duration
    private let reactor: Reactor
    private let logger: Logger
    private var process: KeysProcess?
    /// The waits after an attempt that got no answer.
    private let unanswered: RetryTimer
    /// The waits after a refused connection: 1, 2, 4 and 8 times the first one. Then the release is given up.
    private let refusals: RetryTimer
    private var then: (() -> Void)?

    /// - Parameters:
    ///   - keys: the keys that are down, in the order in which they were pressed.
    ///   - environment: the environment variables of the lost process, which name the display.
    ///   - firstWait: how long it waits after the first failure.
    init(
        _ keys: [HeldKey], program: String, environment: [String: String], patience: Duration, firstWait: Duration,
        reactor: Reactor, logger: Logger
    ) {
        self.keys = keys
        self.program = program
        self.environment = environment
        self.patience = patience
        self.reactor = reactor
        self.logger = logger
        unanswered = RetryTimer(on: reactor, first: firstWait, longest: firstWait * 60)
        refusals = RetryTimer(on: reactor, first: firstWait, longest: firstWait * 8)
    }

    /// Begins.
    ///
    /// - Parameter then: called once, in this turn or a later one, when no key is down any more or the release is given
    ///   up; not after ``stop()``.
    func start(then: @escaping () -> Void) {
        self.then = then
        attempt()
    }

    /// Stops trying. The attempt under way continues.
    func stop() {
        then = nil
        unanswered.reset()
        refusals.reset()
        process?.close()
        process = nil
    }

    private func attempt() {
        do throws(Reason) {
            let process = try KeysProcess(
                program, environment: environment, holding: keys, patience: patience, reactor: reactor)
            self.process = process
            process.ask({ [keys] in .release(id: $0, keys: keys) }) { [weak self] in self?.take($0) }
        } catch {
            refused("\(error)")
        }
    }

    private func take(_ report: KeysReport) {
        guard let process else { return }
        keys = process.held
        self.process = nil
        process.close()
        switch report {
        case .failed where process.isLost, .unavailable where process.isLost: retry(by: unanswered)
        case .failed(_, let reason): keys.isEmpty ? finish() : refused(reason)
        default: finish()
        }
    }

    private func refused(_ reason: String) {
        guard refusals.isExhausted else { return retry(by: refusals) }
        logger.warning("the keys that baton-keys held down cannot be released: \(reason)")
        finish()
    }

    private func retry(by waits: RetryTimer) {
        guard then != nil else { return }
        waits.schedule { [weak self] in self?.attempt() }
    }

    private func finish() {
        let told = then
        then = nil
        told?()
    }
}
