// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonDrawing
import BatonPages
import BatonTranslation

/// The page *Health* in lines of a terminal.
struct HealthLines {
    let page: HealthPage
    let columns: Int

    /// All lines: the promises, what is to be repaired, and every row.
    var lines: [StyledText] {
        var lines: [StyledText] = []
        if page.isExamining { lines.append(StyledText(translated("Examining …"), .dim)) }
        if page.isOld { lines.append(StyledText(AgentCondition.oldMark)) }
        if page.promises.isEmpty, page.sections.isEmpty, !page.isExamining {
            lines += WrappedText.lines(page.condition.notice ?? translated("Not examined yet."), columns: columns)
                .map { StyledText($0) }
        }
        lines += PromiseTable(findings: page.promises.map(\.finding), isColored: true, columns: columns).lines
        if !page.repairs.isEmpty {
            lines += [StyledText(), StyledText(translated("Also to repair:"), .strong)] + table(page.repairs)
        }
        if !page.sections.isEmpty {
            lines += [StyledText()] + table(page.sections.flatMap(\.rows))
        }
        if page.rest > 0 { lines.append(StyledText(BoundedList([0], of: page.rest + 1).more ?? "", .dim)) }
        return page.isOld ? lines.map { $0.styled(.dim) } : lines
    }

    private func table(_ rows: [HealthRow]) -> [StyledText] {
        let faults = rows.filter { $0.level == .fault }.map(\.line)
        return DoctorTable(
            rows: rows.map(\.line), isFault: { faults.contains($0) }, isColored: true, columns: columns
        ).lines
    }

    /// The part of the lines that is shown.
    ///
    /// - Parameter scroll: the first line; one beyond the end is as far as there are lines.
    func lines(from scroll: Int, rows: Int) -> [StyledText] {
        let all = lines
        guard all.count > rows, rows > 1 else { return Array(all.prefix(rows)) }
        let first = min(scroll, all.count - rows + 1)
        let rest = all.count - first - rows + 1
        let shown = all.dropFirst(first).prefix(rows - 1)
        return shown + [rest > 0 ? StyledText(BoundedList([0], of: rest + 1).more ?? "", .dim) : StyledText()]
    }

    /// The last line from which the page can be shown.
    func lastScroll(rows: Int) -> Int { max(0, lines.count - rows + 1) }
}
