// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonReactor
import Logging

/// Releases the keys that a lost `baton-keys` left down, with a new process (rule UNDO5).
///
/// A display that does not answer may continue at any time and process a press that it received before, so the release
/// is tried again for as long as that lasts. A display that no longer exists has no keys down.
@MainActor
final class KeysRelease {
    private var keys: [HeldKey]
    private let program: String
    private let environment: [String: String]
    private let patience: Duration
    private let reactor: Reactor
    private let logger: Logger
    private var process: KeysProcess?
    private let timer: RetryTimer
    private var then: (() -> Void)?
    private var refusals = 0

    /// The number of failed connections to the display, within 15 seconds, after which the release is given up.
    private static let mostRefusals = 5

    /// - Parameters:
    ///   - keys: the keys that are down, in the order in which they were pressed.
    ///   - environment: the environment variables of the lost process, which name the display.
    init(
        _ keys: [HeldKey], program: String, environment: [String: String], patience: Duration, reactor: Reactor,
        logger: Logger
    ) {
        self.keys = keys
        self.program = program
        self.environment = environment
        self.patience = patience
        self.reactor = reactor
        self.logger = logger
        timer = RetryTimer(on: reactor, first: .seconds(1), longest: .seconds(60))
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
        timer.reset()
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
        case .failed where process.isLost: retry()
        case .failed(_, let reason): keys.isEmpty ? finish() : refused(reason)
        default: finish()
        }
    }

    private func refused(_ reason: String) {
        refusals += 1
        guard refusals >= Self.mostRefusals else { return retry() }
        logger.warning("the keys that baton-keys held down cannot be released: \(reason)")
        finish()
    }

    private func retry() {
        guard then != nil else { return }
        timer.schedule { [weak self] in self?.attempt() }
    }

    private func finish() {
        let told = then
        then = nil
        told?()
    }
}
