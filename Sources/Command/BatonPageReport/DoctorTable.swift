// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDoctor
package import BatonDrawing

/// The doctor's rows as a table for people, by section; the advice of a row stands below it.
package struct DoctorTable {
    private let rows: [DoctorLine]
    /// Whether a row is about something that should work and does not; that alone is red.
    private let isFault: (DoctorLine) -> Bool
    /// Whether states have colors.
    private let isColored: Bool
    /// The terminal's width; longer lines are wrapped between words. Nil: lines are not wrapped.
    private let columns: Int?

    /// Sections in the order in which people need them. Sections that a newer agent adds come last.
    private static let order = DoctorSection.allCases.map(\.rawValue)
    private static let indent = 2
    private static let gap = 2

    /// A table of rows.
    package init(
        rows: [DoctorLine], isFault: @escaping (DoctorLine) -> Bool = { $0.isFault }, isColored: Bool = false,
        columns: Int? = nil
    ) {
        (self.rows, self.isFault, self.isColored, self.columns) = (rows, isFault, isColored, columns)
    }

    /// The lines of the table.
    package var lines: [StyledText] {
        var sections = Self.order.filter { name in rows.contains { $0.section == name } }
        for row in rows where !sections.contains(row.section) { sections.append(row.section) }
        return sections.flatMap { section in
            [StyledText(section, isColored ? .strong : .plain)] + rows.filter { $0.section == section }.flatMap(lines)
        }
    }

    private func lines(of row: DoctorLine) -> [StyledText] {
        if isNarrow { return narrowLines(of: row) }
        let text = Self.indent + nameWidth + Self.gap + stateWidth + Self.gap
        let blank = String(repeating: " ", count: text)
        let name = Self.padded(row.name, nameWidth + Self.gap)
        let padding = String(repeating: " ", count: max(0, stateWidth - row.state.count) + Self.gap)
        let reason = WrappedText.lines(row.reason, columns: columns, indentedBy: text)
        var head = StyledText(String(repeating: " ", count: Self.indent) + name)
        head.append(row.state, color(row))
        head.append(padding + (reason.first ?? ""))
        head.trimEnd()
        let rest = reason.dropFirst().map { blank + $0 } + AdviceText.lines(row.advice, at: text, columns: columns)
        return [head] + rest.map { StyledText($0) }
    }

    /// Columns below which the reason does not fit beside the name and the state.
    private static let leastReason = 24

    /// Whether the reasons stand below their names.
    private var isNarrow: Bool {
        guard let columns else { return false }
        return columns - (Self.indent + nameWidth + Self.gap + stateWidth + Self.gap) < Self.leastReason
    }

    private func narrowLines(of row: DoctorLine) -> [StyledText] {
        var head = StyledText(
            String(repeating: " ", count: Self.indent) + row.name + String(repeating: " ", count: Self.gap))
        head.append(row.state, color(row))
        let indent = 2 * Self.indent
        let blank = String(repeating: " ", count: indent)
        let reason = WrappedText.lines(row.reason, columns: columns, indentedBy: indent).map { blank + $0 }
        return [head] + (reason + AdviceText.lines(row.advice, at: indent, columns: columns)).map { StyledText($0) }
    }

    private var nameWidth: Int { rows.map(\.name.count).max() ?? 0 }
    private var stateWidth: Int { rows.map(\.state.count).max() ?? 0 }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func color(_ row: DoctorLine) -> TerminalColor {
        guard isColored else { return .plain }
        return switch DoctorState(rawValue: row.state) {
        case .works: .green
        case .needsConsent: .yellow
        case .off: .dim
        case .unavailable: isFault(row) ? .red : .dim
        case nil: .plain
        }
    }
}
