// SPDX-License-Identifier: Apache-2.0

package import BatonPages
import BatonTranslation

/// What the user sees of the pages and has chosen there, and what the keys do.
package struct PageBrowser: Equatable, Sendable {
    /// One of the pages.
    package enum Page: Equatable, Sendable {
        case now
        case health
    }

    /// What a key wants of the program.
    package enum Wish: Equatable, Sendable {
        /// Nothing but another look.
        case nothing
        /// A command of the page.
        case perform(PageCommand)
        /// Another examination.
        case examine
        /// The end.
        case quit
    }

    /// The page that has the arrows, and that is shown where both do not fit.
    package var page = Page.now
    /// The id of the player that is chosen; the first responder if it is gone.
    package var chosen: String?
    /// The first line of the page *Health* that is shown.
    package var scroll = 0
    /// Whether the keys are explained.
    package var showsHelp = false
    /// Why the last command was not done; empty if it was.
    package var message = ""

    /// Nothing chosen yet.
    package init() {}

    /// The place of the chosen player in the list; nil if the list is empty.
    package func place(in now: NowPage) -> Int? {
        let players = now.players.items
        return players.firstIndex { $0.id == chosen } ?? (players.isEmpty ? nil : 0)
    }

    /// Does what a key means on this page.
    package mutating func press(_ key: PageKey, now: NowPage) -> Wish {
        message = ""
        if showsHelp, key != .quit {
            showsHelp = false
            return .nothing
        }
        switch key {
        case .quit: return .quit
        case .help: showsHelp = true
        case .otherPage: page = page == .now ? .health : .now
        case .now: page = .now
        case .health: page = .health
        case .examine: return .examine
        case .up: move(-1, now)
        case .down: move(1, now)
        case .hold: return .perform(.holdOrGoOn)
        case .unignore: return unignore(now)
        case .pin, .ignore, .next, .playPause: return command(key, now)
        }
        return .nothing
    }

    private mutating func move(_ step: Int, _ now: NowPage) {
        guard page == .now else {
            scroll = max(0, scroll + step)
            return
        }
        guard let place = place(in: now) else { return }
        let count = now.players.items.count
        chosen = now.players.items[min(max(place + step, 0), count - 1)].id
    }

    private mutating func unignore(_ now: NowPage) -> Wish {
        guard let name = now.ignored.items.last else {
            message = translated("No player is ignored.")
            return .nothing
        }
        return .perform(.unignore(name))
    }

    private mutating func command(_ key: PageKey, _ now: NowPage) -> Wish {
        guard let place = place(in: now) else {
            message = now.condition.notice ?? translated("There is no player.")
            return .nothing
        }
        let player = now.players.items[place]
        chosen = player.id
        switch key {
        case .next: return .perform(.next(player.id))
        case .playPause: return .perform(.playPause(player.id))
        case .pin where player.isPinned: return .perform(.unpin)
        case .pin where player.isPlayer: return .perform(.pin(player.id))
        case .ignore where player.isPlayer: return .perform(.ignore(player.id))
        default:
            message = translated("\(player.name) is an app: only a player can be pinned or ignored.")
            return .nothing
        }
    }
}
