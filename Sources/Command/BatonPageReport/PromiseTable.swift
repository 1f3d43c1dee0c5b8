// SPDX-License-Identifier: Apache-2.0

package import BatonDoctor
package import BatonDrawing

/// The promises as lines for people. The step that completes one stands below its text, in the same column.
package struct PromiseTable {
    private let findings: [PromiseFinding]
    /// Whether states have colors.
    private let isColored: Bool
    /// The terminal's width; longer lines are wrapped between words. Nil: lines are not wrapped.
    private let columns: Int?

    private static let gap = 2
    /// Columns below which the text does not fit beside the title and the state.
    private static let leastText = 32

    /// A table of findings.
    package init(findings: [PromiseFinding], isColored: Bool = false, columns: Int? = nil) {
        (self.findings, self.isColored, self.columns) = (findings, isColored, columns)
    }

    /// A line for each promise, and its step below it.
    package var lines: [StyledText] {
        var told: Set<String> = []
        return findings.flatMap { finding in
            // Without Baton all have the same cure, which is told once.
            let isNew = !finding.advice.isEmpty && told.insert(finding.advice).inserted
            return lines(of: finding, advice: isNew ? finding.advice : "")
        }
    }

    private func lines(of finding: PromiseFinding, advice: String) -> [StyledText] {
        let column = isNarrow ? Self.gap : titleWidth + stateWidth + 2 * Self.gap
        let blank = String(repeating: " ", count: column)
        var text = WrappedText.lines(finding.text, columns: columns, indentedBy: column)
        var head = StyledText(padded(finding.promise.title, titleWidth))
        head.append(finding.state.title, color(finding.state))
        if !isNarrow, !text.isEmpty {
            head.append(padded("", stateWidth - finding.state.title.count) + text.removeFirst())
        }
        let below = text.map { blank + $0 } + AdviceText.lines(advice, at: column, columns: columns)
        return [head] + below.map { StyledText($0) }
    }

    private var titleWidth: Int { findings.map(\.promise.title.count).max() ?? 0 }
    private var stateWidth: Int { findings.map(\.state.title.count).max() ?? 0 }

    private var isNarrow: Bool {
        guard let columns else { return false }
        return columns - (titleWidth + stateWidth + 2 * Self.gap) < Self.leastText
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count) + Self.gap)
    }

    private func color(_ state: PromiseState) -> TerminalColor {
        guard isColored else { return .plain }
        return switch state {
        case .ready: .green
        case .partly: .yellow
        case .broken: .red
        case .off, .notHere: .dim
        }
    }
}
