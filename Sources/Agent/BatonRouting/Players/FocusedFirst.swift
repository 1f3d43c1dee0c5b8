// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonEvents
import BatonMPRIS
import BatonProcesses
package import BatonReactor
package import BatonSession
package import BatonSettings

/// Puts the player of the window in front first for a press (rules MPRIS102 and MPRIS103). It is made only
/// when the configuration asks for that.
///
/// The window that counts is the one in front when the press comes; presses that come while it is looked for follow it.
@MainActor
package final class FocusedFirst {
    /// How long a press waits for the window in front. Larger: a press waits longer where nobody knows it, and a compositor that is
    /// slow is heard more often.
    private static let patience = Duration.milliseconds(300)
    /// How many generations a player may be away from its window.
    private static let longestAncestry = 16

    package var choice: FocusedChoice
    private let window: MediaWindow
    private weak var directory: PlayerDirectory?
    private let find: (@escaping (FocusedApp?) -> Void) -> Void
    private let reactor: Reactor
    /// What waits for the answer, in order.
    private var waiting: [(command: RemoteControlSubtype, work: () -> Void)] = []
    private var timer: ReactorTimer?
    /// Counts the questions, so that a late answer is known as one.
    private var question = 0

    /// - Parameter find: finds the window in front, and may never answer.
    package init(
        _ choice: FocusedChoice, window: MediaWindow, directory: PlayerDirectory?, reactor: Reactor,
        find: @escaping (@escaping (FocusedApp?) -> Void) -> Void
    ) {
        self.choice = choice
        self.window = window
        self.directory = directory
        self.reactor = reactor
        self.find = find
    }

    /// Does the work of a command, now or when it is known whose window is in front.
    package func admit(_ command: RemoteControlSubtype, _ work: @escaping () -> Void) {
        guard timer == nil else { return waiting.append((command, work)) }
        guard isAsked(command) else {
            work()
            return forget()
        }
        waiting.append((command, work))
        question += 1
        let asked = question
        timer = reactor.schedule(after: Self.patience) { [weak self] in self?.answer(nil, to: asked) }
        find { [weak self] app in self?.answer(app, to: asked) }
    }

    /// Whether the window in front makes a difference for a command.
    private func isAsked(_ command: RemoteControlSubtype) -> Bool {
        guard !command.isEnd else { return false }
        let chain = window.orderedResponders
        guard chain.count > 1, let first = chain.first else { return false }
        let order = window.order
        if order.shifted == first.id || order.isPinned(first.id) { return false }
        return choice == .always || !chain.contains(where: \.plays)
    }

    private func answer(_ app: FocusedApp?, to asked: Int) {
        guard asked == question, timer != nil else { return }
        timer?.cancel()
        timer = nil
        let present = waiting
        waiting = []
        let focused = app.flatMap(responder)
        for next in present {
            // The one before may have let something play.
            let counts = isAsked(next.command)
            window.change { $0.setFocused(counts ? focused?.id : nil) }
            next.work()
        }
        // What seeks does so until its end or the next press, and ends if another one becomes first.
        let isSeeking = present.last.map { $0.command.isBeginning } ?? false
        if !isSeeking { forget() }
    }

    /// The usual order holds again.
    package func forget() {
        if window.order.focused != nil { window.change { $0.setFocused(nil) } }
    }

    // MARK: Whose window it is

    /// The first responder of the chain that the window in front belongs to.
    private func responder(of app: FocusedApp) -> ChainedResponder? {
        let chain = window.orderedResponders
        return chain.first { $0.process(in: directory).map { app.runs(in: $0) } ?? false }
            ?? chain.first { responder in responder.process(in: directory).map { Self.descends($0, app) } ?? false }
            ?? chain.first { responder in
                // In a sandbox the bus and the display know different processes.
                guard let entry = (responder as? PlayerResponder)?.desktopEntry else { return false }
                return app.names.contains { $0.lowercased() == entry }
            }
    }

    /// Whether a player was started from a window: in a terminal, or by the program whose window it is.
    private static func descends(_ process: UInt32, _ app: FocusedApp) -> Bool {
        guard let ancestor = app.process, ancestor > 1 else { return false }
        var process = process
        for _ in 0..<longestAncestry {
            if process == ancestor { return true }
            guard process > 1, let parent = ProcessFiles(of: process)?.parent else { return false }
            process = parent
        }
        return false
    }
}

extension ChainedResponder {
    /// The process whose window may be in front; nil if that is not known.
    fileprivate func process(in directory: PlayerDirectory?) -> UInt32? {
        if let app = self as? AppResponder { return app.process }
        guard let player = self as? PlayerResponder, let standing = directory?.standing(of: player) else { return nil }
        return standing.isPhone ? nil : standing.integratedProcess ?? standing.process
    }
}

extension PlayerResponder {
    /// The name of its desktop file in lower case; nil if it tells none.
    fileprivate var desktopEntry: String? {
        guard let entry = player.value(of: .desktopEntry)?.asString, !entry.isEmpty else { return nil }
        return entry.lowercased()
    }
}

extension RemoteControlSubtype {
    /// Whether it begins seeking.
    fileprivate var isBeginning: Bool { self == .beginSeekingBackward || self == .beginSeekingForward }
}
