// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonReactor
import BatonTouchReport
import BatonTouchscreen
import Glibc
import SystemPackage

/// Where touches come from: a panel that the user may read, or a recording, which is played at its own speed.
@MainActor
final class TouchesSource {
    let trace: TouchTrace
    private let reactor: Reactor
    private let screen: Touchscreen?
    private let recording: TouchRecording?
    private var timer: ReactorTimer?
    private var position = 0
    private var slots: TouchSlots?
    private(set) var failure: CommandError?
    private var isOver = false

    /// - Parameter path: an event node, a recording, `-` for a recording on standard input, or nil for the first
    ///   touchscreen.
    init(_ path: String?) throws(CommandError) {
        do { reactor = try Reactor() } catch { throw CommandError("Could not make an event loop: \(error)") }
        let nodes = TouchscreenNode.all()
        guard let path = path ?? nodes.first?.path else {
            throw CommandError("There is no touchscreen. Name a device such as /dev/input/event5, or a recording.")
        }
        if Self.isNode(path) {
            let screen: Touchscreen
            do { screen = try Touchscreen(path: path, reactor: reactor) } catch {
                throw CommandError("\(path): \(error)")
            }
            screen.panel.calibration = nodes.first { $0.path == path }?.calibration ?? .identity
            (self.screen, recording) = (screen, nil)
            trace = TouchTrace(panel: screen.panel, isLive: true)
        } else {
            let recording = try RecordingFile.touches(path)
            (screen, self.recording) = (nil, recording)
            trace = TouchTrace(panel: try RecordingFile.panel(of: recording, path))
        }
    }

    private static func isNode(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }

    /// Reads until the recording is over, the panel is gone, or the user ends it.
    ///
    /// - Parameters:
    ///   - limit: how long to read; nil for no limit.
    ///   - onEvent: called for each event of the panel, those that tell its state at the beginning first.
    ///   - onChange: called after touches changed or time has passed for the recognizers.
    func run(
        for limit: Duration?, onEvent: ((PanelEvent) -> Void)? = nil, onChange: @escaping () -> Void
    ) throws(CommandError) {
        do {
            let signals = try reactor.signals([.interrupt, .terminate, .hangUp]) { [self] _ in stop() }
            defer { signals.cancel() }
            let end = limit.map { reactor.schedule(after: $0) { [self] in stop() } }
            defer { end?.cancel() }
            if let screen {
                try listen(to: screen, onEvent, onChange)
            } else {
                playNext(reactor.now, onEvent, onChange)
            }
            while !isOver { try reactor.turn(timeout: nil) }
            screen?.shut()
        } catch {
            throw CommandError("Could not read the touches: \(error)")
        }
        if let failure { throw failure }
    }

    /// Ends ``run(for:onEvent:onChange:)`` after the present turn.
    func stop(_ failure: CommandError? = nil) {
        isOver = true
        if self.failure == nil { self.failure = failure }
    }

    // MARK: A panel

    private func listen(
        to screen: Touchscreen, _ onEvent: ((PanelEvent) -> Void)?, _ onChange: @escaping () -> Void
    ) throws(Errno) {
        for event in screen.state { onEvent?(event) }
        try screen.listen(for: trace.board.window, raw: onEvent) { [self] report in
            switch report {
            case .events(let events): trace.take(events)
            case .gone(let error): stop(CommandError("The touchscreen is gone: \(error)"))
            }
            onChange()
            wait(onChange)
        }
    }

    /// Lets the time of the recognizers pass while no finger moves.
    private func wait(_ onChange: @escaping () -> Void) {
        timer?.cancel()
        guard let deadline = trace.board.application.nextDeadline else { return }
        timer = reactor.schedule(after: max(.zero, deadline - reactor.now)) { [self] in
            trace.board.advance(to: deadline)
            onChange()
            wait(onChange)
        }
    }

    // MARK: A recording

    /// Plays the next frame, and waits for the one after it.
    private func playNext(
        _ began: Duration, _ onEvent: ((PanelEvent) -> Void)?, _ onChange: @escaping () -> Void
    ) {
        guard let recording else { return }
        let slots =
            slots ?? TouchSlots(panel: trace.panel, of: recording, tracker: TouchTracker(window: trace.board.window))
        self.slots = slots
        while position < recording.events.count {
            let event = recording.events[position]
            let due = began + event.timestamp
            guard due <= reactor.now else {
                trace.board.advance(to: reactor.now - began)
                onChange()
                timer = reactor.schedule(after: min(due - reactor.now, .milliseconds(50))) { [self] in
                    playNext(began, onEvent, onChange)
                }
                return
            }
            position += 1
            onEvent?(event)
            trace.take(slots.take(event))
        }
        trace.take(slots.cancel(at: recording.events.last?.timestamp ?? .zero))
        trace.board.finish()
        onChange()
        stop()
    }
}
