// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonPages
import BatonValues
import Testing

@Suite struct HealthPageTests {
    private let local = LocalChecks(
        installation: Installation(root: "/nonexistent", environment: [:], programFolders: []), groups: [])

    private func row(
        _ section: DoctorSection, _ name: String, _ state: DoctorState, code: String = "", advice: String = ""
    ) -> DoctorLine {
        DoctorLine(
            section: section.rawValue, name: name, state: state.rawValue, reason: "why", advice: advice, code: code)
    }

    private func page(_ rows: [DoctorLine], _ condition: AgentCondition = .answering) -> HealthPage {
        HealthPage(DoctorReport(agent: "1.0", rows: rows, local: local), condition: condition)
    }

    @Test("the rows stand by section in the order in which people need them, a newer agent's sections last")
    func sections() {
        var new = row(.input, "x", .works)
        new = DoctorLine(section: "teleport", name: new.name, state: new.state)
        let page = page([new, row(.input, "mpris", .works), row(.service, "batond", .works)])
        #expect(page.sections.map(\.name) == ["service", "input", "teleport"] && page.version == "1.0")
        #expect(page.promises.map(\.finding.promise) == Promise.allCases)
    }

    @Test("a row is a fault, a warning or fine")
    func levels() {
        let page = page([
            row(.input, "a", .unavailable, code: "broken"), row(.input, "b", .off), row(.route, "c", .needsConsent),
            row(.service, "d", .works, code: DoctorCode.configurationWarnings.rawValue),
        ])
        let rows = page.sections.flatMap(\.rows)
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.line.name, $0.level) }) == [
                "a": .fault, "b": .fine, "c": .warning, "d": .warning,
            ])
        #expect(page.level == .fault && page.repairs.contains { $0.line.name == "a" })
    }

    @Test(
        "what the set-up mends with nothing but yes is told apart from what only the user can do",
        arguments: [
            ("", HealthCure.none), ("batonctl setup", .setup([])),
            ("to connect them: batonctl setup --gestures", .setup(["--gestures"])),
            ("batonctl setup --media-keys", .setup(["--media-keys"])),
            ("type them again: batonctl setup --mqtt", .user(command: "batonctl setup --mqtt")),
            (
                "to set them up again: batonctl setup --revert && batonctl setup --media-keys",
                .user(command: "batonctl setup --revert && batonctl setup --media-keys")
            ),
            ("restart it: systemctl --user restart batond", .user(command: "systemctl --user restart batond")),
            ("run it inside a graphical session", .user(command: nil)),
        ])
    func cures(_ advice: String, _ cure: HealthCure) {
        #expect(HealthCure(advice) == cure)
        #expect(page([row(.input, "a", .unavailable, advice: advice)]).sections[0].rows[0].cure == cure)
    }

    @Test("without an agent the page says why, and how to start it")
    func withoutAgent() {
        let report = DoctorReport(.problem(.absent), local: local)
        let page = HealthPage(report, condition: .absent("Baton is not running."))
        #expect(page.version == nil && page.promises.count == 4)
        #expect(page.promises[0].level == .fault && page.promises[0].finding.text == "Baton is not running")
        #expect(!page.isOld)
    }

    @Test("what was found before is marked as old, and nothing is old before anything is known")
    func old() {
        let report = DoctorReport(agent: "1.0", rows: [row(.service, "batond", .works)], local: local)
        #expect(HealthPage(report, condition: .silent("x"), isOld: true).isOld)
        #expect(!HealthPage(nil, condition: .silent("x"), isOld: true).isOld)
        #expect(HealthPage.unknown.promises.isEmpty)
    }

    @Test(
        "a hostile row is shown short, on one line and without control characters; of too many rows some are left out")
    func hostile() {
        let evil = "x\u{1b}[2J\u{202e}\n" + String(repeating: "y", count: 1 << 20)
        let rows = (0..<5000).map { number in
            DoctorLine(section: number == 0 ? evil : "input", name: evil, state: evil, reason: evil, advice: evil)
        }
        let page = page(rows)
        #expect(page.rest == 4700)
        for row in page.sections.flatMap(\.rows).prefix(3) {
            for text in [row.line.section, row.line.name, row.line.state, row.line.reason, row.line.advice] {
                #expect(text.unicodeScalars.count <= 1001)
                #expect(!text.unicodeScalars.contains { $0.misleads })
            }
        }
    }
}
