// SPDX-License-Identifier: Apache-2.0

package import BatonDrawing
package import BatonPages
import BatonTranslation

/// The pages on a terminal: a line with their names, one of them or both, a line with the keys.
package struct PageScreen {
    /// The smallest size that is drawn; a smaller terminal shows a part of it.
    package static let least = (columns: 40, rows: 10)
    /// The most players among which one can be chosen; only those that fit on the screen are drawn.
    package static let mostPlayers = 1000
    /// From how many columns on both pages are shown.
    private static let columnsForBoth = 132
    private static let gap = " │ "

    private let now: NowPage
    private let health: HealthPage
    private let browser: PageBrowser
    private let columns: Int
    private let rows: Int

    /// A screen of a size.
    package init(now: NowPage, health: HealthPage, browser: PageBrowser, columns: Int, rows: Int) {
        (self.now, self.health, self.browser) = (now, health, browser)
        (self.columns, self.rows) = (max(columns, Self.least.columns), max(rows, Self.least.rows))
    }

    /// Whether both pages have room beside each other.
    package static func hasBoth(columns: Int) -> Bool { columns >= columnsForBoth }

    private var hasBoth: Bool { Self.hasBoth(columns: columns) }

    /// The lines of the screen, one for each row, none longer than the terminal is wide.
    ///
    /// - Parameter isColored: whether there may be colors; bold and dim are none.
    package func lines(isColored: Bool) -> [StyledText] {
        var body = browser.showsHelp ? help : pages
        body += Array(repeating: StyledText(), count: max(0, rows - 2 - body.count))
        return ([title] + body.prefix(rows - 2) + [foot]).map { line in
            var line = (isColored ? line : line.withoutColors).fitted(to: columns)
            line.trimEnd()
            return line
        }
    }

    // MARK: Pages

    private var pages: [StyledText] {
        if hasBoth {
            let left = columns - Self.gap.count - healthColumns
            let (first, second) = (nowLines(left), healthLines)
            return (0..<rows - 2).map { row in
                var line = (row < first.count ? first[row] : StyledText()).fitted(to: left)
                line.append(Self.gap, .dim)
                if row < second.count { line.append(second[row].fitted(to: healthColumns)) }
                return line
            }
        }
        return browser.page == .now ? nowLines(columns) : healthLines
    }

    private func nowLines(_ columns: Int) -> [StyledText] {
        NowLines(page: now, chosen: browser.place(in: now), columns: columns, rows: rows - 2).lines
    }

    private var healthColumns: Int { hasBoth ? (columns - Self.gap.count) * 9 / 20 : columns }

    private var healthLines: [StyledText] {
        HealthLines(page: health, columns: healthColumns).lines(from: browser.scroll, rows: rows - 2)
    }

    /// The last line from which the page *Health* can be shown.
    package var lastScroll: Int { HealthLines(page: health, columns: healthColumns).lastScroll(rows: rows - 2) }

    // MARK: Title and foot

    private var title: StyledText {
        var line = StyledText(" ")
        for (page, name) in [(PageBrowser.Page.now, translated("Now")), (.health, translated("Health"))] {
            line.append(name, page == browser.page ? .strong : hasBoth ? .plain : .dim)
            line.append("   ")
        }
        let version = health.version.map { "Baton \($0)" } ?? "Baton"
        let blank = columns - CellWidth.of(line.plain) - CellWidth.of(version) - 1
        line.append(String(repeating: " ", count: max(0, blank)) + version, .dim)
        return line
    }

    private var foot: StyledText {
        guard browser.message.isEmpty else { return StyledText(" " + browser.message, .red) }
        let chosen = browser.place(in: now).map { now.players.items[$0] }
        var keys = [
            ("q", translated("quit")), ("?", translated("help")),
            ("tab", browser.page == .now ? translated("Health") : translated("Now")),
        ]
        if hasBoth || browser.page == .now {
            keys += [
                ("h", now.canHold ? translated("hold") : translated("go on")),
                ("p", chosen?.isPinned == true ? translated("unpin") : translated("pin")), ("s", translated("skip")),
                (translated("space"), chosen?.isPlaying == true ? translated("pause") : translated("play")),
            ]
        } else {
            keys.append(("r", translated("examine")))
        }
        var (line, width) = (StyledText(" "), 1)
        for (key, name) in keys {
            width += CellWidth.of(key) + CellWidth.of(name) + 3
            guard width <= columns else { break }
            line.append(key, .strong)
            line.append(" " + name + "  ")
        }
        return line
    }

    // MARK: Help

    private var help: [StyledText] {
        let keys = [
            ("↑ ↓ j k", translated("choose a player")), ("p", translated("pin it, or remove the pin")),
            ("s n", translated("skip to its next track")), (translated("space"), translated("play or pause it")),
            ("h", translated("pause everything, or resume it")), ("i", translated("ignore it")),
            ("u", translated("stop ignoring the last one")), ("tab 1 2", translated("the other page")),
            ("r", translated("examine again")), ("q", translated("quit")),
        ]
        return keys.map { key, text in
            var line = StyledText("  " + CellWidth.padded(key, to: 9), .strong)
            line.append(text)
            return line
        }
    }
}
