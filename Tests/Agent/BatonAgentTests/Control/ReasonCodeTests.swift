// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// The codes and words of the bus, and docs/dbus-api.md.
@Suite struct ReasonCodeTests {
    private static let text: String = {
        let page = URL(filePath: Checkout.root).appending(path: "docs/dbus-api.md")
        return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }()

    /// What stands below the heading "Reasons".
    private static var section: String {
        text.components(separatedBy: "\n## Reasons\n").last?.components(separatedBy: "\n## ").first ?? ""
    }

    /// The rows of its tables: code, meaning, details.
    private static var rows: [[String]] {
        section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("each code has a row in the documentation, and each row a code")
    func documents() {
        let written = Self.rows.flatMap { $0[0].split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) } }
        let known = ReasonCode.all.map(\.rawValue)
        #expect(written.sorted() == known.sorted())
        #expect(Set(known).count == known.count)
    }

    @Test("each detail that the documentation names has that name in the code, and each one is named there")
    func details() throws {
        let pattern = try Regex("`([a-z0-9-]+) (s|u|d|a\\(sa\\{sv\\}\\))`")
        let names = Self.section.matches(of: pattern).compactMap { $0[1].substring.map(String.init) }
        #expect(Set(names) == Set(ReasonDetail.allCases.map(\.rawValue)))
    }

    @Test("a code is a word in lower case with hyphens, and has a sentence", arguments: ReasonCode.all)
    func words(_ code: ReasonCode) {
        #expect(code.rawValue.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" })
        #expect(ReasonCode(rawValue: code.rawValue) == code)
        #expect(!Reason(code).description.isEmpty)
        #expect(ReasonCode(errorName: code.errorName) == code)
    }

    @Test("no two codes of an area have the same sentence: none has got that of another one")
    func distinct() {
        let areas: [[ReasonCode]] = [
            SessionCode.allCases.map(ReasonCode.session), SensorCode.allCases.map(ReasonCode.sensor),
            ShakeCode.allCases.map(ReasonCode.shake), UndoCode.allCases.map(ReasonCode.undo),
            RouteCode.allCases.map(ReasonCode.route), FocusCode.allCases.map(ReasonCode.focus),
            InputCode.allCases.map(ReasonCode.input),
        ]
        for codes in areas {
            let sentences = Dictionary(grouping: codes) { Reason($0).description }
            for (sentence, same) in sentences { #expect(same.count == 1, "\(same): \(sentence)") }
        }
    }

    @Test("a reason comes over the bus as it was, and a newer one keeps its word")
    func travels() {
        let reason = Reason.sensor(.reading, [.device: "accel_3d", .rate: .fraction(12.5)])
        #expect(Reason(word: reason.values[0], details: reason.values[1]) == reason)
        #expect(Reason(word: .string(""), details: .vardict([])) == nil)
        let newer = Reason(word: .string("eaten-by-a-dog"), details: .vardict([("dog", .string("Rex"))]))
        #expect(newer?.code == .unknown("eaten-by-a-dog") && newer?.details.isEmpty == true)
        #expect(newer?.description == "eaten-by-a-dog")
    }

    @Test("the words of outcomes, orders, inputs, buttons and the doctor are in the documentation")
    func documentsWords() {
        let words =
            OutcomeWord.allCases.map(\.rawValue) + RoutingReason.allCases.map(\.rawValue)
            + DoctorSection.allCases.map(\.rawValue) + DoctorState.allCases.map(\.rawValue)
            + InputKind.allCases.map(\.rawValue) + InputStateWord.allCases.map(\.rawValue)
            + LearnedAction.allCases.map(\.rawValue) + ButtonRole.allCases.map(\.rawValue)
            + ButtonReading.allCases.map(\.rawValue) + MediaKeysDesktop.allCases.map(\.rawValue)
            + DeniedKind.allCases.map(\.rawValue)
        for word in words { #expect(Self.text.contains("`\(word)`"), "\(word)") }
    }

    @Test("a learned button comes over the bus as it was; an answer without fields is an empty one")
    func button() {
        var button = LearnedButton()
        button.device = "Buds"
        button.role = "a newer role"
        button.reason = .input(.nodeForbidden, [.path: "/dev/input/event7"])
        button.configuration = ["[headset]", "click = stop"]
        #expect(LearnedButton(wire: button.wire) == button)
        #expect(LearnedButton(wire: .vardict([])) == LearnedButton() && LearnedButton(wire: .string("x")) == nil)
        let fields = LearnedButton().wire.asVardict ?? [:]
        #expect(Set(fields.keys) == Set(ButtonField.allCases.map(\.rawValue)))
        for field in ButtonField.allCases { #expect(Self.text.contains("| `\(field.rawValue)` |"), "\(field)") }
    }

    @Test("a phase and the input of a shake come back from their words")
    func phases() {
        for phase in MotionEventPhase.allCases {
            #expect(MotionEventPhase(word: phase.word) == phase && MotionEventPhase(number: phase.number) == phase)
            let input = ReportedShake(.simulated, phase)
            #expect(ReportedShake(text: input.text) == input)
        }
        #expect(
            ReportedShake(text: "accelerometer") == nil && ReportedShake(text: "simulated shake-began twice") == nil)
    }
}
