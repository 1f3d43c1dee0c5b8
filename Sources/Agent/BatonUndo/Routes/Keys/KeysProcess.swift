// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonProcesses
import BatonReactor

/// A running `baton-keys`: the commands that it has not answered, and the keys that it holds down.
@MainActor
final class KeysProcess {
    /// The environment variables that it was started with, which name its display.
    let environment: [String: String]
    /// What it changed at the display and has not undone yet, in the order of the changes.
    private(set) var held: [HeldKey]
    /// Whether it ended by itself, or was killed because it did not answer.
    private(set) var isLost = false
    /// The libraries without which it cannot start.
    private var missing: String?
    /// Called when it has answered everything and holds nothing.
    var onIdle: (() -> Void)?
    /// Called with the reason when it is lost, before the unanswered commands fail.
    var onLoss: ((String) -> Void)?

    private let reactor: Reactor
    private let patience: Duration
    private let process: SupervisedProcess<KeysCommand, KeysReport>
    /// Whether it takes commands: it was not closed, and is not lost.
    private var isOpen = true
    private var waiting: [UInt32: (then: (KeysReport) -> Void, timer: ReactorTimer)] = [:]
    private var nextNumber: UInt32 = 1

    private static let stopLimit = Duration.seconds(2)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - held: what an earlier process held down when it was lost, for this one to release.
    ///   - patience: how long an answer may take before the process is killed.
    init(
        _ program: String, environment: [String: String], holding held: [HeldKey] = [], patience: Duration,
        reactor: Reactor
    ) throws(Reason) {
        self.environment = environment
        self.held = held
        self.patience = patience
        self.reactor = reactor
        process = SupervisedProcess(
            [program], environment: environment, stopLimit: Self.stopLimit, reactor: reactor)
        var failure: ProcessEnd?
        process.onEnd = { failure = $0 }
        process.start()
        if let failure { throw Reason.route(.helperFailed, [.message: "baton-keys \(failure)"]) }
        process.onReport = { [weak self] in self?.take($0) }
        process.onEnd = { [weak self] in
            if case .notLoaded(let names) = $0 { self?.missing = names.joined(separator: ", ") }
            self?.lose("baton-keys \($0)")
        }
    }

    /// Whether it has answered everything and holds nothing.
    var isIdle: Bool { waiting.isEmpty && held.isEmpty }

    /// Whether it has commands to answer.
    var isBusy: Bool { !waiting.isEmpty }

    /// Sends a command. `then` is called once: with the answer, with `failed` if the process is lost, or with `unavailable` if it
    /// cannot start.
    func ask(_ command: (UInt32) -> KeysCommand, then: @escaping (KeysReport) -> Void) {
        let number = nextNumber
        nextNumber &+= 1
        guard isOpen else { return then(.failed(id: number, reason: "baton-keys does not run")) }
        let timer = reactor.schedule(after: patience, tolerance: .milliseconds(100)) { [weak self] in
            self?.lose("baton-keys did not answer")
        }
        waiting[number] = (then, timer)
        process.send(command(number))
    }

    /// Asks it to end, without waiting. It still finishes the command under way.
    func close() {
        isOpen = false
        process.stop()
    }

    private func take(_ report: KeysReport) {
        switch report {
        case .willPress(_, let key): held.append(key)
        case .released(_, let key): held.removeAll { $0 == key }
        default:
            guard let (then, timer) = waiting.removeValue(forKey: report.id) else { return }
            timer.cancel()
            then(report)
        }
        if isIdle { onIdle?() }
    }

    private func lose(_ reason: String) {
        guard isOpen else { return }
        isOpen = false
        process.kill()
        isLost = true
        onLoss?(reason)
        let asked = waiting
        waiting = [:]
        for (number, (then, timer)) in asked {
            timer.cancel()
            then(
                missing.map { .unavailable(id: number, .librariesMissing, reason: $0) }
                    ?? .failed(id: number, reason: reason))
        }
    }
}
