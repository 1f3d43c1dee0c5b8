// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonReactor
package import BatonSession
package import BatonSettings

/// Finds the app in front and what forbids an undo, all at once: a locked, inactive or sleeping session, a closed lid,
/// a screen saver, or a convertible that is not folded as the configuration wants it (rules UNDO17, UNDO20 and UNDO21).
/// An unknown fact does not forbid, except that nothing is pressed in a session that may be locked (rule UNDO60).
@MainActor
package final class SituationFinder: AgentPart {
    /// The shake settings: with a closed lid, and in which form of a convertible.
    package var configuration = Configuration.Shake()

    /// Finds what the app in front is.
    package let inspection: FrontInspection

    private let focus: FocusFinder
    private let session: SessionMonitor
    private let tablet: TabletMode

    package init(connection: Connection, focus: FocusFinder, session: SessionMonitor) {
        self.focus = focus
        self.session = session
        inspection = FrontInspection(inspector: focus.inspector, connection: connection)
        tablet = TabletMode(connection: connection)
    }

    package func apply(_ configuration: Configuration) { self.configuration = configuration.shake }

    private enum Question: CaseIterable { case session, lock, tablet, focus }

    private enum Answer {
        case obstacle(Reason?)
        case focus(FocusReport, seenAt: Duration)
    }

    /// Answers once, within half a second, or a second if a screen saver is slow. The first answer of logind may take two
    /// seconds.
    package func find(then: @escaping (UndoSituation) -> Void) {
        find(Question.allCases, then: then)
    }

    /// Finds only what forbids an undo, without looking at the window in front.
    package func findObstacle(then: @escaping (Reason?) -> Void) {
        find([.session, .lock, .tablet]) { then($0.obstacle) }
    }

    private func find(_ questions: [Question], then: @escaping (UndoSituation) -> Void) {
        Gathering.all(questions, ask: ask) { [self] answers in
            var situation = UndoSituation()
            var app: FocusedApp?
            for answer in answers {
                switch answer {
                case .focus(let report, let instant):
                    situation.obstacle = situation.obstacle ?? report.obstacle
                    situation.seenAt = instant
                    situation.isLate = report.isLate
                    app = report.app
                case .obstacle(let obstacle): situation.obstacle = situation.obstacle ?? obstacle
                }
            }
            guard let app, situation.obstacle == nil else { return then(situation) }
            inspection.note(app, in: situation, then: then)
        }
    }

    private func ask(_ question: Question, _ then: @escaping (Answer) -> Void) {
        switch question {
        case .session:
            askSession { then(.obstacle($0.map(Reason.session))) }
        case .lock:
            session.lock.ask { [lock = session.lock] state in
                let code: SessionCode? =
                    switch state {
                    case .unlocked: nil
                    case .unknown: lock.isDenied ? .lockDenied : .lockUnknown
                    case .locked(let code): code
                    }
                then(.obstacle(code.map(Reason.session)))
            }
        case .tablet:
            guard configuration.tabletMode != .any else { return then(.obstacle(nil)) }
            tablet.ask { [wanted = configuration.tabletMode] in
                then(.obstacle(wanted.objection(to: $0).map(Reason.session)))
            }
        case .focus: focus.find { [focus] in then(.focus($0, seenAt: focus.now)) }
        }
    }

    private func askSession(then: @escaping (SessionCode?) -> Void) {
        session.whenSettled { [session, configuration] in
            if session.obstacle != nil || configuration.withLidClosed { return then(session.obstacle) }
            session.lid.ask { then($0 ? .lidClosed : nil) }
        }
    }
}
