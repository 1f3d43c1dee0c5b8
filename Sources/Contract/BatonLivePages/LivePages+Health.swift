// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonPages
import BatonReactor
import BatonTranslation

/// When the doctor is asked: when somebody looks, when the agent comes or goes, and when what it tells of itself has
/// changed.
extension LivePages {
    /// The shortest time between two examinations, which take the agent up to two seconds.
    private static let pause = Duration.seconds(3)
    /// How long a report is taken for true when somebody looks at it again.
    private static let freshness = Duration.seconds(30)
    /// How long the agent may take: it examines for two seconds.
    private static let deadline = Duration.seconds(6)

    /// Examines, if somebody looks: at once, or a moment after the last time.
    package func examine() {
        guard showsHealth, examination == nil, nextExamination?.isScheduled != true else { return }
        let due = max(reactor.now, examined.map { $0 + Self.pause } ?? .zero)
        nextExamination = reactor.schedule(at: due) { [weak self] in self?.examineNow() }
    }

    /// Examines after something has changed of which the agent does not tell: an examination that goes on may have begun before it.
    package func examineAnew() {
        isExaminationOld = examination != nil
        examine()
    }

    /// Examines if the last report may not be true any more.
    func examineIfDue() {
        isReportOld = report != nil
        let isFresh = examined.map { reactor.now - $0 < Self.freshness } ?? false
        if case .answering = condition, isFresh, examinedFacts == facts {
            isReportOld = false
        } else {
            examine()
        }
        note()
    }

    /// Examines if what the agent tells of itself has changed since.
    func examineIfChanged() {
        guard examined != nil || showsHealth, examinedFacts != facts else { return }
        examine()
    }

    /// What the agent tells of itself by properties.
    private var facts: [String] {
        [
            told(ApplicationInterface.version) ?? "", told(ApplicationInterface.sensor) ?? "",
            told(ApplicationInterface.shakePoint) ?? "", told(ApplicationInterface.policy) ?? "",
            told(ApplicationInterface.shakeToUndo).map(String.init) ?? "",
        ]
    }

    private func examineNow() {
        examined = reactor.now
        examinedFacts = facts
        switch condition {
        case .noBus: return take(.problem(.noBus(translated("there is no session bus"))))
        case .absent: return take(.problem(.absent))
        case .unknown, .silent, .refusing, .answering: break
        }
        guard let watch, watch.presence == .present else { return }
        let agent = RemoteAgent(on: watch.agent.connection, owner: watch.owner)
        examination = agent.call(ApplicationInterface.doctor, within: Self.deadline, startsAgent: false) {
            [weak self] answer in
            self?.answered(answer)
        }
        note()
    }

    /// The agent that was asked has left.
    func forgetExamination() {
        examination?.cancel()
        examination = nil
        isExaminationOld = false
    }

    private func answered(_ answer: AgentReply<[DoctorFinding]>) {
        examination = nil
        switch answer {
        case .success(let findings):
            let rows = findings.prefix(HealthPage.mostRows).map { DoctorLine($0) }
            take(.rows(rows, version: told(ApplicationInterface.version) ?? ""))
        case .failure(.lacking): take(.problem(.old))
        case .failure(.refused(let error)) where report == nil:
            take(.problem(.refusing(BoundedText.shown(error.message))))
        case .failure(.silent):
            isReportOld = report != nil
            pulse?.noteSilence()
        // It was asked too often, or has left.
        case .failure: isReportOld = report != nil
        }
        if isExaminationOld {
            isExaminationOld = false
            examine()
        }
        note()
    }

    private func take(_ answer: DoctorAnswer) {
        report = makeReport(answer)
        isReportOld = false
        note()
    }
}
