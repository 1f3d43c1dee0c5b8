// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonLivePages
import BatonPageReport
import BatonPages
import BatonReactor
import BatonValues
import Glibc
import SystemPackage

/// The screen of `batonctl top`, from its first line to the end.
final class TopSession {
    /// Ten frames a second; a key that is held has as many.
    private static let frame = Duration.milliseconds(100)
    /// How many commands may wait for their answers. A key that is held sends no more.
    private static let mostCommands = 8

    private let reactor: Reactor
    private let pages: LivePages
    private let terminal = KeyTerminal()
    private var observation: Observation?
    private var browser = PageBrowser()
    private var reader = PageKeyReader()
    private var waiting = 0
    /// What is on the screen; nil when that is not known.
    private var shown: [StyledText]?
    private var drawn = Duration.zero
    private var next: ReactorTimer?
    private var isOver = false

    /// - Throws: ``CommandError`` when the kernel has no event loop for it.
    init() throws(CommandError) {
        do { reactor = try Reactor() } catch { throw CommandError("Could not make an event loop: \(error)") }
        pages = LivePages(
            on: reactor, address: BusSession.environmentAddress, mostPlayers: PageScreen.mostPlayers,
            report: { DoctorExamination.report($0) })
    }

    /// Shows the pages until the user or a signal ends it. The terminal is then as it was.
    func run() throws(CommandError) {
        observation = pages.observe { [weak self] _ in self?.wantDrawing() }
        do {
            let signals = try reactor.signals(
                [.interrupt, .terminate, .hangUp, .quit, .windowChanged, .stopTyped, .continued]
            ) { [weak self] in self?.take($0) }
            defer { signals.cancel() }
            let keys = try reactor.watch(.standardInput, for: .readable) { [weak self] _ in self?.read() }
            defer { keys.cancel() }
            terminal.enter()
            defer { terminal.leave() }
            look()
            while !isOver { try reactor.turn(timeout: nil) }
        } catch {
            throw CommandError("Could not show the pages: \(error)")
        }
    }

    // MARK: Signals

    private func take(_ signal: SignalNumber) {
        switch signal {
        case .windowChanged: redraw()
        case .stopTyped: suspend()
        case .continued:
            terminal.enter()
            redraw()
        default: isOver = true
        }
    }

    /// Stops the process as Ctrl-Z stops any other, with the terminal as it was.
    private func suspend() {
        terminal.leave()
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        // It was blocked for the reactor. The process stops when it is let through, unless nothing could continue it.
        raise(SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        terminal.enter()
        redraw()
    }

    // MARK: Keys

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            // The terminal is gone; a signal that interrupts is no end.
            if count == 0 || errno != EINTR && errno != EAGAIN { isOver = true }
            return
        }
        for key in reader.keys(in: bytes.prefix(count)) where !isOver { press(key) }
    }

    private func press(_ key: PageKey) {
        switch browser.press(key, now: pages.now) {
        case .nothing: break
        case .quit: isOver = true
        case .examine: pages.examine()
        case .perform(let command): perform(command)
        }
        browser.scroll = min(browser.scroll, screen.lastScroll)
        look()
    }

    private func perform(_ command: PageCommand) {
        guard waiting < Self.mostCommands else { return }
        waiting += 1
        pages.perform(command) { [weak self] failure in
            guard let self else { return }
            waiting -= 1
            browser.message = failure ?? ""
            wantDrawing()
        }
    }

    // MARK: Drawing

    /// Something else is looked at.
    private func look() {
        pages.showsHealth = browser.page == .health || PageScreen.hasBoth(columns: Terminal.size.columns)
        wantDrawing()
    }

    private func redraw() {
        shown = nil
        look()
    }

    private func wantDrawing() {
        guard next?.isScheduled != true else { return }
        next = reactor.schedule(at: max(reactor.now, drawn + Self.frame)) { [weak self] in self?.draw() }
    }

    private var screen: PageScreen {
        let size = Terminal.size
        return PageScreen(
            now: pages.now, health: pages.health, browser: browser, columns: size.columns, rows: size.rows)
    }

    private func draw() {
        drawn = reactor.now
        let lines = Array(screen.lines(isColored: Terminal.isColored).prefix(Terminal.size.rows))
        let former = shown?.count == lines.count ? shown : nil
        let changed = lines.indices.filter { former?[$0] != lines[$0] }
        Console.draw(rows: changed.map { ($0, lines[$0]) }, isWhole: former == nil)
        shown = lines
    }
}

extension SignalNumber {
    /// The size of the terminal has changed.
    fileprivate static let windowChanged = SignalNumber(rawValue: SIGWINCH)
    /// The user's Ctrl-Z.
    fileprivate static let stopTyped = SignalNumber(rawValue: SIGTSTP)
    /// The user's Ctrl-\.
    fileprivate static let quit = SignalNumber(rawValue: SIGQUIT)
}
