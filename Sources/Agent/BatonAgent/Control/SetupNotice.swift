// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLog
import BatonReactor
import BatonSession
import BatonSettings
import BatonShortcuts
import BatonTranslation
import SystemPackage

/// Tells the user once that something is left to agree to (rules SETUP8 and SETUP9).
///
/// | state | event | what is done | next state |
/// |---|---|---|---|
/// | off | opened, and nobody was told or asked | the daemon's name is watched | waiting |
/// | waiting | the notification daemon is there | the timer is set | due |
/// | due | the daemon leaves | | waiting |
/// | due | the time is over | the checks run | looking |
/// | looking | something is left | the mark is written, the notification shown | shown |
/// | looking | nothing is left, or the mark is there by now | | off |
/// | shown | the button | the window or the set-up is opened | off |
/// | shown | dismissed, expired | | off |
/// | shown | it could not be shown | the mark is removed: the next start tells it | off |
@MainActor
final class SetupNotice: AgentPart {
    /// How long after the daemon's appearance the checks run: at login the desktop's services come one after the other.
    static let settling = Duration.seconds(5)
    private static let button = "setup"

    private let directory: String?
    private let launcher: SetupLauncher
    private let look: (_ then: @escaping ([DoctorRow]) -> Void) -> Void
    private let delay: Duration
    private let connection: Connection
    private let notifications: NotificationClient
    private let logger: Logger
    private var isOn = true
    private var isOpen = false
    private var watch: NameWatch?
    private var timer: ReactorTimer?

    /// - Parameters:
    ///   - directory: `$XDG_STATE_HOME/baton`; without one nothing is told: that could not be remembered.
    ///   - launcher: opens the set-up for the user.
    ///   - look: returns the rows of what the user can agree to; calls back once.
    init(
        connection: Connection, directory: String?, launcher: SetupLauncher,
        delay: Duration = SetupNotice.settling, logger: Logger,
        look: @escaping (_ then: @escaping ([DoctorRow]) -> Void) -> Void
    ) {
        self.connection = connection
        self.directory = directory
        self.launcher = launcher
        self.look = look
        self.delay = delay
        self.logger = logger
        notifications = NotificationClient(connection: connection, reactor: connection.reactor)
    }

    func apply(_ configuration: Configuration) {
        isOn = configuration.notifications.setup
        isOn ? review() : finish()
    }

    func open() {
        isOpen = true
        review()
    }

    func busLost() {
        timer?.cancel()
        timer = nil
    }

    func close() {
        isOpen = false
        finish()
        notifications.close()
    }

    /// Whether it is on its way to the notification daemon.
    var isBusy: Bool { notifications.isBusy }

    private func review() {
        guard isOn, isOpen, watch == nil, let directory, !SetupMark.exists(in: directory) else { return }
        // The daemon is not started for this: it may come late, or never.
        watch = connection.watchName(NotificationClient.name) { [weak self] owner in
            guard let self else { return }
            timer?.cancel()
            timer = nil
            guard owner != nil else { return }
            timer = connection.reactor.schedule(after: delay, tolerance: delay / 2) { [weak self] in self?.examine() }
        }
    }

    private func examine() {
        finish()
        look { [weak self] rows in self?.tell(rows) }
    }

    private func finish() {
        timer?.cancel()
        timer = nil
        watch?.cancel()
        watch = nil
    }

    private func tell(_ rows: [DoctorRow]) {
        let lines = Self.lines(rows)
        guard isOn, isOpen, !lines.isEmpty, let directory, !SetupMark.exists(in: directory) else { return }
        // Before it is shown: what cannot be remembered would be told at each login.
        do throws(Errno) { try SetupMark.set(in: directory) } catch {
            return logger.info("what is left to agree to is not told: \(SetupMark.path(in: directory)): \(error)")
        }
        show(lines, hasButton: true, directory)
    }

    private func show(_ lines: [String], hasButton: Bool, _ directory: String) {
        var content = NotificationContent(
            .setup, summary: onScreen("Baton needs your consent"), icon: "preferences-system", timeout: .seconds(30))
        content.body = lines.joined(separator: "\n")
        if hasButton {
            content.actions = [
                .init(key: "default", label: onScreen("Set up…")),
                .init(key: Self.button, label: onScreen("Set up…")),
            ]
        } else {
            content.body += "\n" + onScreen("Run: batonctl setup")
        }
        notifications.show(content) { [weak self] ending in
            switch ending {
            case .chosen: self?.chosen(lines, directory)
            case .failed(let error) where hasButton && error.name == .notSupported:
                self?.show(lines, hasButton: false, directory)
            case .failed: SetupMark.remove(in: directory)
            case .dismissed, .closed, .expired, .replaced: break
            }
        }
    }

    private func chosen(_ lines: [String], _ directory: String) {
        if !launcher.open(page: Self.page(lines)) { show(lines, hasButton: false, directory) }
    }

    /// The page of the window on which the user can agree to what is left.
    private static func page(_ lines: [String]) -> String { lines == [keysLine] ? "buttons" : "health" }

    private static var keysLine: String { onScreen("Media keys: they do not reach Baton yet.") }

    /// What is left, a sentence for each.
    static func lines(_ rows: [DoctorRow]) -> [String] {
        var lines: [String] = []
        for row in rows {
            let line: String? =
                switch row.reason.code {
                case .route(.needsConsent): onScreen("Undo: the desktop asks you first, once.")
                case .doctor(.compositorKeepsKeys), .input(.keysUnclaimed): keysLine
                default: nil
                }
            if let line, !lines.contains(line) { lines.append(line) }
        }
        return lines
    }
}
