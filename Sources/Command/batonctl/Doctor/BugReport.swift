// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonFiles
import BatonSettings
import BatonValues

/// What `batonctl doctor --report` prints: one text to paste into the report of a bug.
///
/// It is in English and in codes, whoever reads it. It has no names: details of codes are taken only from a list of those that
/// cannot name a person, a device or what is played, and a text that has the user's name in it all the same is left out.
struct BugReport {
    let report: DoctorReport
    let machine: ReportedMachine
    /// The lines of the configuration that differ from the defaults.
    let configuration: [String]

    /// What stands for a text that may be private.
    private static let omitted = "…"
    private static let longest = 80

    var lines: [String] {
        var lines = ["batonctl \(BatonBus.version), batond \(report.agent.map(cleaned) ?? "not reached")"]
        lines += machine.facts.map { "\($0.name): \(cleaned($0.text))" }
        lines +=
            ["", "Promises:"]
            + report.promises.map { finding in
                "  " + words([finding.promise.rawValue, finding.state.rawValue, code(finding.row?.code ?? "")])
            }
        lines += ["", "Parts:"] + report.rows.map { "  " + line(of: $0) }
        let settings =
            configuration.isEmpty
            ? ["  nothing that differs from the defaults"] : configuration.map { "  " + cleaned($0) }
        return lines + ["", "Configuration:"] + settings
    }

    private func line(of row: DoctorLine) -> String {
        let details = Self.shared(row).compactMap { detail -> String? in
            let text = Self.numbers.contains(detail) ? number(row.details[detail]) : row.details.text(detail)
            return text.isEmpty ? nil : "\(detail.rawValue)=\(cleaned(text))"
        }
        return words(["\(code(row.section))/\(name(of: row))", code(row.state), code(row.code)] + details)
    }

    /// An input has the name of a device, unless Baton named the row.
    private func name(of row: DoctorLine) -> String {
        guard row.section == DoctorSection.input.rawValue else { return code(row.name) }
        let own = [DoctorName.mpris, DoctorName.bluetooth, DoctorName.headset, DoctorName.mediaKeys, "gestures"]
        if own.contains(row.name) { return row.name }
        return InputKind(rawValue: row.details.text(.kind))?.rawValue ?? Self.omitted
    }

    private static let numbers: [ReasonDetail] = [.count, .rate, .restRate, .raise, .chassis]

    /// A number; empty for a text in its place.
    private func number(_ value: ReasonValue?) -> String {
        switch value {
        case .number(let whole): String(whole)
        case .fraction(let number): String(number)
        case .text, .reasons, nil: ""
        }
    }

    /// The details of a row that name nobody.
    private static func shared(_ row: DoctorLine) -> [ReasonDetail] {
        let always: [ReasonDetail] = [
            .version, .count, .mode, .rate, .restRate, .sensitivity, .raise, .formFactor, .chassis, .location, .sign,
            .signEvidence, .axes, .kind, .operation, .bus, .desktop,
        ]
        let isDaemon = row.section == DoctorSection.notifications.rawValue
        let isSensor = row.section == DoctorSection.sensor.rawValue
        return always + (isDaemon ? [.program] : []) + (isSensor ? [.device] : [])
    }

    private func words(_ words: [String]) -> String { words.filter { !$0.isEmpty }.joined(separator: " ") }

    /// A word of Baton's; another agent may send anything.
    private func code(_ text: String) -> String {
        let isWord =
            text.utf8.count <= 40
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            }
        return isWord && !machine.isPrivate(text) ? text : Self.omitted
    }

    private func cleaned(_ text: String) -> String {
        guard !machine.isPrivate(text) else { return Self.omitted }
        let short = text.unicodeScalars.prefix(Self.longest).filter { !$0.misleads }
        return String(String.UnicodeScalarView(short))
    }
}

extension BugReport {
    private static let mostBytes = 1 << 20

    /// The report of this machine.
    init(_ report: DoctorReport) {
        let check = ConfigurationCheck(file: report.configurationFile)
        let bytes = check.file.flatMap { (try? SmallFile.read($0, most: Self.mostBytes)) ?? nil }
        let read = ConfigurationFileReader.read(bytes ?? [], source: "")
        self.init(
            report: report, machine: .current, configuration: ConfigurationSummary.lines(read.assignments) + check.lines
        )
    }
}
