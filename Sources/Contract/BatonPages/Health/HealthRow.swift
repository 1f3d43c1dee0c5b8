// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDoctor

/// A row of the doctor, as a page shows it.
package struct HealthRow: Equatable, Sendable {
    /// Section, name, state, reason and advice, as they may be shown.
    package let line: DoctorLine
    package let level: HealthLevel
    /// What mends it.
    package let cure: HealthCure

    init(_ line: DoctorLine, isFault: Bool) {
        self.line = line.bounded
        let isWarning = line.isWarning || line.state == DoctorLine.needsConsent
        level = isFault ? .fault : isWarning ? .warning : .fine
        cure = HealthCure(line.advice)
    }
}

/// A promise, as a page shows it.
package struct HealthPromise: Equatable, Sendable {
    /// What is promised, its state, why, and the step that completes it, as they may be shown.
    package let finding: PromiseFinding
    package let level: HealthLevel
    /// What completes it.
    package let cure: HealthCure

    init(_ finding: PromiseFinding) {
        self.finding = PromiseFinding(
            finding.promise, finding.state, BoundedText.shown(finding.text, most: DoctorLine.mostText),
            BoundedText.shown(finding.advice, most: DoctorLine.mostText), row: finding.row?.bounded)
        level =
            switch finding.state {
            case .partly: .warning
            case .broken: .fault
            case .ready, .off, .notHere: .fine
            }
        cure = HealthCure(finding.advice)
    }
}

extension DoctorLine {
    /// The longest reason or advice: some name several files.
    static let mostText = 1000

    /// The row with texts that may be shown: names of devices and players are in them.
    var bounded: DoctorLine {
        func shown(_ text: String) -> String { BoundedText.shown(text, most: Self.mostText) }
        return DoctorLine(
            section: BoundedText.shown(section), name: BoundedText.shown(name), state: BoundedText.shown(state),
            reason: shown(reason), advice: shown(advice), code: code, details: details)
    }
}
