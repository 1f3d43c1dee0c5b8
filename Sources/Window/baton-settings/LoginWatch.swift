// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonForms
import BatonProcesses
import BatonReactor
import BatonSettings
import BatonTranslation

/// Whether Baton starts at each login. systemd is asked once when the page that shows it comes to the screen, and after each change.
final class LoginWatch {
    /// Called when the answer is another one.
    var onChange: (() -> Void)?
    /// Called with a sentence when systemd does not do what was asked.
    var onTold: ((String) -> Void)?
    private(set) var state = LoginStart.unknown {
        didSet { if state != oldValue { onChange?() } }
    }

    private let reactor: Reactor
    private var isFollowed = false
    private var question: ProcessOutput?
    private var change: Subprocess?
    private var deadline: ReactorTimer?

    /// systemd waits until batond is ready.
    private static let limit = Duration.seconds(20)

    init(on reactor: Reactor) { self.reactor = reactor }

    deinit { deadline?.cancel() }

    /// Begins or ends to be of interest.
    func follow(_ isWanted: Bool) {
        guard isWanted != isFollowed else { return }
        isFollowed = isWanted
        if isWanted { ask() } else { question = nil }
    }

    /// Has systemd start Baton now and at each login, or at no login.
    func set(_ isOn: Bool) {
        guard change == nil, Installation.current.hasManager else { return ask() }
        let words = isOn ? ["enable", "--now", BatonBus.unit] : ["disable", BatonBus.unit]
        change = try? Subprocess(
            ["systemctl", "--user"] + words, environment: Paths.processEnvironment(), reactor: reactor
        ) { [weak self] exit in
            let isDone = exit == .status(0)
            self?.changed(isOn, isDone ? nil : translated("systemd has not done it: systemctl \("\(exit)")."))
        }
        guard change != nil else { return changed(isOn, translated("systemctl cannot be run.")) }
        deadline = reactor.schedule(after: Self.limit, tolerance: .seconds(1)) { [weak self] in
            self?.change = nil
            self?.changed(isOn, translated("systemd did not answer."))
        }
    }

    private func changed(_ isOn: Bool, _ failure: String?) {
        deadline?.cancel()
        change = nil
        if let failure { onTold?(failure) }
        ask { [weak self] state in
            // Of its own files alone a user's systemd can forget.
            guard failure == nil, !isOn, state == .on else { return }
            self?.onTold?(
                translated("It is on for all users of this machine: sudo systemctl --global disable \(BatonBus.unit)"))
        }
    }

    private func ask(then: @escaping (LoginStart) -> Void = { _ in }) {
        let installation = Installation.current
        guard installation.hasManager else { return state = .noSystemd }
        guard installation.unit != nil else { return state = .noUnit }
        question = ProcessOutput(
            of: ["systemctl", "--user", "is-enabled", BatonBus.unit], environment: Paths.processEnvironment(),
            on: reactor
        ) { [weak self] bytes in
            let answer = bytes.map { LoginStart(answer: String(decoding: $0, as: UTF8.self)) } ?? .unanswered
            self?.state = answer
            then(answer)
        }
    }
}
