// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonReactor

/// A `baton-keys` that runs: what it was asked, and what it holds down.
@MainActor
final class KeysProcess {
    /// The variables it was started with, which name its display.
    let environment: [String: String]
    /// What it did to the display and has not undone yet, in that order.
    private(set) var held: [HeldKey]
    /// Whether it has died, or was killed because it hung.
    private(set) var isLost = false
    /// It has answered everything, and holds nothing.
    var onIdle: (() -> Void)?
    /// It is lost, and why; called before what was asked is told to have failed.
    var onLoss: ((String) -> Void)?

    private let reactor: Reactor
    private let patience: Duration
    private let process: SupervisedProcess<KeysCommand, KeysReport>
    /// Whether it may be asked: it was not closed, and is not lost.
    private var isOpen = true
    private var waiting: [UInt32: (then: (KeysReport) -> Void, timer: ReactorTimer)] = [:]
    private var nextNumber: UInt32 = 1

    private static let stopLimit = Duration.seconds(2)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - held: what another held down when it was lost, and this one is to release.
    ///   - patience: how long an answer may take.
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
        process.onEnd = { [weak self] in self?.lose("baton-keys \($0)") }
    }

    /// Whether nothing is asked of it, and nothing held down.
    var isIdle: Bool { waiting.isEmpty && held.isEmpty }

    /// Whether somebody waits for its answer.
    var isBusy: Bool { !waiting.isEmpty }

    /// Asks it; the answer comes once: its own, or `failed` when it is lost.
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

    /// Ends it; nobody waits for that. It still finishes what it is doing.
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
            then(.failed(id: number, reason: reason))
        }
    }
}
