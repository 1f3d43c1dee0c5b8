// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
package import BatonKeysLink
import BatonReactor
import BatonSession

/// Finds what the app in front is where the names and files of its process do not suffice: a prompt for a secret, a window
/// to another machine (rules UNDO46 and UNDO47).
@MainActor
package final class FrontInspection {
    /// Asks `baton-keys` what a process is made of; nil without that program.
    package var look: ((_ process: UInt32, _ then: @escaping (ProcessMakeup?) -> Void) -> Void)?

    private let inspector: AppInspector
    private let reactor: Reactor
    private let bus: BusQuestions
    /// The last answer about a window, which holds for a moment: a choice is followed by two or three looks.
    private var last: (app: FocusedApp, denied: DeniedKind?, at: Duration)?

    /// How long the questions about one window may take. A longer time delays the question after the shake.
    private static let patience = Duration.milliseconds(300)
    /// The age up to which an answer about the same window holds.
    private static let freshness = Duration.seconds(1)

    init(inspector: AppInspector, connection: Connection) {
        self.inspector = inspector
        reactor = connection.reactor
        bus = BusQuestions(connection: connection)
    }

    /// Notes the app in front and what it is.
    func note(_ app: FocusedApp, in situation: UndoSituation, then: @escaping (UndoSituation) -> Void) {
        var situation = situation
        let judgement = inspector.judge(app)
        situation.kind = judgement.kind
        situation.denied = judgement.denied
        // A window without a name matches no rule and no list, so its app is unknown, unless its process shows that it
        // must not get keys.
        if !app.names.isEmpty || judgement.kind == .denied { situation.app = app }
        guard judgement.kind != .denied else { return then(situation) }
        guard let process = app.process else { return then(situation) }
        findDenial(app, process, judgement.programs) { denied in
            if let denied {
                situation.app = app
                situation.kind = .denied
                situation.denied = denied
            }
            then(situation)
        }
    }

    // MARK: Secrets and other machines

    private func findDenial(
        _ app: FocusedApp, _ process: UInt32, _ programs: [String], then: @escaping (DeniedKind?) -> Void
    ) {
        if let last, last.app.isSameWindow(as: app), reactor.now - last.at < Self.freshness { return then(last.denied) }
        let questions: [(@escaping (DeniedKind?) -> Void) -> Void] = [
            { [self] in askMakeup(process, programs, then: $0) }, { [self] in askRole(process, then: $0) },
        ]
        Gathering.until(reactor.now + Self.patience, on: reactor, questions, ask: { $0($1) }) { [self] answers in
            // A dialog whose arguments are not known in time may ask for a secret.
            let late: DeniedKind? =
                answers[0] == nil && programs.contains(where: SecretDialogs.mayAsk) ? .passwordPrompt : nil
            let denied = answers.lazy.compactMap { $0 ?? nil }.first ?? late
            last = (app, denied, reactor.now)
            then(denied)
        }
    }

    private func askMakeup(_ process: UInt32, _ programs: [String], then: @escaping (DeniedKind?) -> Void) {
        let judge: (ProcessMakeup?) -> DeniedKind? = { makeup in
            // A list that is full may have lost the one that tells.
            let arguments = makeup?.arguments.count == ProcessMakeup.most ? nil : makeup?.arguments
            if programs.contains(where: { SecretDialogs.asks($0, arguments) }) { return .passwordPrompt }
            return makeup?.libraries.isEmpty == false ? .remoteDesktop : nil
        }
        guard let look else { return then(judge(nil)) }
        look(process) { then(judge($0)) }
    }

    private func askRole(_ process: UInt32, then: @escaping (DeniedKind?) -> Void) {
        let deadline = reactor.now + Self.patience
        bus.ask("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], by: deadline) { [reactor] result in
            guard let address = (try? result.get())?.first?.asString, AccessibilityFocus.isSocket(address) else {
                return then(nil)
            }
            AccessibleSecrets(of: process, at: address, reactor: reactor, by: deadline) {
                then($0 ? .passwordPrompt : nil)
            }.start()
        }
    }
}
