// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonPages
import BatonTranslation

/// The page *Now* in lines of a terminal.
struct NowLines {
    let page: NowPage
    /// The place of the chosen player.
    let chosen: Int?
    let columns: Int
    let rows: Int

    /// From how many rows on the tables have heads.
    private static let headedRows = 14
    /// No fewer rows are for players, as long as others can be left out.
    private static let leastForPlayers = 4

    /// At most as many lines as there are rows; each may be too long.
    var lines: [StyledText] {
        let head = head
        var others = others
        while !others.isEmpty, rows - head.count - others.count < Self.leastForPlayers + 2 { others.removeLast() }
        let room = max(0, rows - head.count - others.count)
        let events = events
        let forEvents = min(events.count, max(room * 2 / 5, room - playerCount))
        let players = players(max(0, room - forEvents))
        let shown = events.prefix(max(0, room - players.count))
        return Array((head + players + others + shown).prefix(rows))
    }

    /// What is said first: why the page is old, and who gets the next press.
    private var head: [StyledText] {
        var head: [StyledText] = []
        if let notice = page.condition.notice {
            head += wrapped(notice).map { StyledText($0, page.condition == .unknown ? .plain : .red) }
        }
        if page.isOld { head += wrapped(AgentCondition.oldMark).map { StyledText($0) } }
        if let next = page.next { head += wrapped(next).prefix(2).map { StyledText($0, color(.strong)) } }
        return head
    }

    // MARK: Players

    private var isHeaded: Bool { rows >= Self.headedRows && !page.players.isEmpty }

    /// How many lines all players take.
    private var playerCount: Int {
        page.players.items.count + (page.players.rest > 0 ? 1 : 0) + (isHeaded ? 1 : 0)
    }

    private func players(_ room: Int) -> [StyledText] {
        let all = page.players.items
        let head = isHeaded ? [line(Self.head, mark: "  ", .dim)] : []
        let places = room - head.count
        guard places > 0, !all.isEmpty else { return [] }
        let isWhole = all.count <= places && page.players.rest == 0
        // The last line says how many more there are.
        let count = isWhole ? all.count : max(1, places - 1)
        let first = max(0, min((chosen ?? 0) - count / 2, all.count - count))
        let shown = all.indices.dropFirst(first).prefix(count)
        let rest = all.count + page.players.rest - first - shown.count
        let more = BoundedList(Array(shown), of: shown.count + rest).more
        return head + shown.map(player) + (places > count ? more.map { [StyledText("    " + $0, .dim)] } ?? [] : [])
    }

    private static var head: [String] {
        [translated("PLAYER"), translated("STATUS"), translated("TITLE"), translated("WHY IT IS HERE")]
    }

    private func player(_ place: Int) -> StyledText {
        let player = page.players.items[place]
        let mark = (place == chosen ? ">" : " ") + (player.isFirst ? "*" : " ")
        let cells = [player.name, player.status.isEmpty ? "-" : player.state, player.track.text, player.reason]
        let style: TerminalColor =
            place == chosen ? .strong : player.isSuspect ? .dim : player.isPlaying ? .green : .plain
        return line(cells, mark: mark, color(style))
    }

    /// The widths of name, status, title and reason; a narrow terminal has no room for the reason.
    private var widths: [Int] {
        let room = columns - 6
        let name = min(max(12, room / 4), 24)
        let status = 8
        let reason = room >= 64 ? min(24, room / 4) : 0
        return [name, status, room - name - status - reason + (reason == 0 ? 1 : 0), reason]
    }

    private func line(_ cells: [String], mark: String, _ style: TerminalColor) -> StyledText {
        let parts = zip(cells, widths).map { CellWidth.padded($0, to: $1) }
        var line = StyledText(mark + " " + parts.joined(separator: " "), style)
        line.trimEnd()
        return line
    }

    // MARK: Others

    /// What is pinned and not there, held, timed and ignored, the most important first.
    private var others: [StyledText] {
        var lines = page.holds.items.map { "\($0.text); \($0.end)" }
        if let more = page.holds.more { lines.append(more) }
        if let sleep = page.sleep { lines.append(sleep) }
        if let pin = page.absentPin { lines.append("\(translated("Pinned:")) \(pin)") }
        let ignored = page.ignored.items + (page.ignored.more.map { [$0] } ?? [])
        if !ignored.isEmpty { lines.append("\(translated("Ignored:")) \(ignored.joined(separator: ", "))") }
        return lines.map { StyledText($0, color(.yellow)) }
    }

    // MARK: Events

    private var events: [StyledText] {
        guard let events = page.events else { return [] }
        let head = rows >= Self.headedRows ? [StyledText(translated("What happened last:"), color(.dim))] : []
        guard !events.isEmpty else {
            return head.isEmpty ? [] : head + [StyledText("  " + translated("nothing yet"), color(.dim))]
        }
        return head
            + events.map { event in
                var line = StyledText(event.time + " ", .dim)
                line.append(event.text, color(.plain))
                return line
            }
    }

    // MARK: Styles

    /// A style, or grey for what may not be true any more.
    private func color(_ style: TerminalColor) -> TerminalColor { page.isOld ? .dim : style }

    private func wrapped(_ text: String) -> [String] { WrappedText.lines(text, columns: columns) }
}
