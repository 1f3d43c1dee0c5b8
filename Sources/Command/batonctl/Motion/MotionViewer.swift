// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionReport
import BatonReactor
import BatonValues

/// Shows the live signal: in a terminal as a moving picture, elsewhere as lines, or as one picture.
final class MotionViewer {
    /// How many seconds are shown by default.
    static let seconds = 10.0
    /// Twenty frames a second are enough for the eye.
    private static let frame = Duration.milliseconds(50)

    private let stream: MotionStream
    private let model: ShakeModel
    private var replay: ShakeReplay
    private var drawn = Duration.zero
    private var next: ReactorTimer?
    private var reported = 0.0

    /// - Throws: ``CommandError`` when no stream can be opened.
    init(session: BusSession) throws(CommandError) {
        stream = try MotionStream(session: session)
        model = stream.format.readCoefficients()
        replay = Self.replay(stream.format, model, keepsEpisodes: false)
    }

    /// Shows the signal until the user ends it.
    func show(seconds: Double) throws(CommandError) {
        let isScreen = Terminal.isThere
        let end = isScreen ? try onScreen(seconds) : try asLines()
        if end == .closed { throw stream.explanation() }
    }

    /// Reads the signal for `seconds`, or until the user ends it, and draws it.
    func picture(seconds: Double) throws(CommandError) -> String {
        replay = Self.replay(stream.format, model, keepsEpisodes: true)
        let end = try stream.run(
            for: .milliseconds(Int64(clamping: seconds * 1000)), receive: { [self] in take($0) })
        if end == .closed { throw stream.explanation() }
        guard replay.count > 1 else { throw CommandError("The sensor sent no samples.") }
        replay.finish()
        let rate = replay.trace.rate.map { ["\(DecimalText.short($0, 1)) Hz"] } ?? []
        replay.describe(source: stream.format.name, details: rate + stream.format.details)
        return MotionPicture.svg(replay.trace)
    }

    /// Measures the signal; the agent decides what a shake is.
    private static func replay(_ format: StreamFormat, _ model: ShakeModel, keepsEpisodes: Bool) -> ShakeReplay {
        var replay = ShakeReplay(format.settings, model: model, isJudge: false, keepsEpisodes: keepsEpisodes)
        replay.describe(source: format.name, details: format.details)
        return replay
    }

    private func take(_ record: StreamRecord) {
        switch record {
        case .sample(let sample): replay.take(sample)
        case .phase(let phase): replay.note(phase)
        case .fused: break
        case .lost(let count, let at): replay.lose(count, at: StreamFormat.nanoseconds(at))
        }
    }

    // MARK: Screen

    private func onScreen(_ seconds: Double) throws(CommandError) -> StreamEnd {
        Console.enterScreen()
        defer {
            next?.cancel()
            Console.leaveScreen()
        }
        draw(seconds)
        return try stream.run(
            for: nil,
            receive: { [self] record in
                take(record)
                replay.forget(beyond: seconds)
            }, idle: { [self] in wantDrawing(seconds) })
    }

    private func wantDrawing(_ seconds: Double) {
        guard next == nil else { return }
        let wait = max(.zero, drawn + Self.frame - stream.session.reactor.now)
        next = stream.session.reactor.schedule(after: wait) { [self] in
            next = nil
            draw(seconds)
        }
    }

    private func draw(_ seconds: Double) {
        drawn = stream.session.reactor.now
        let size = Terminal.size
        Console.draw(
            MotionScreen.lines(
                replay.trace, seconds: seconds, columns: size.columns, rows: size.rows, colored: Terminal.isColored))
    }

    // MARK: Lines

    private func asLines() throws(CommandError) -> StreamEnd {
        Console.print(([stream.format.name] + stream.format.details).joined(separator: ", "))
        return try stream.run(
            for: nil,
            receive: { [self] record in
                take(record)
                tell(record)
                replay.forget(beyond: 3)
            })
    }

    private func tell(_ record: StreamRecord) {
        guard let last = replay.trace.points.last else { return }
        switch record {
        case .sample where last.time - reported >= 1:
            reported = last.time
            Console.print(Self.line(last, replay.trace))
        case .sample, .fused: break
        case .phase:
            guard let shake = replay.trace.shakes.last else { return }
            let time = shake.outcome == .running ? shake.began : shake.end
            let text = shake.outcome == .running ? "began" : MotionSummary.label(shake)
            Console.print("\(Self.time(time))  \(text)")
        case .lost(let count, _): Console.print("\(Self.time(last.time))  \(count) samples lost")
        }
    }

    private static func line(_ point: MotionTrace.Point, _ trace: MotionTrace) -> String {
        func figure(_ value: Double) -> String { DecimalText.padded(DecimalText.text(value, 2), to: 6) }
        let rate = trace.rate.map { "\(DecimalText.text($0, 0)) Hz" } ?? ""
        let axes = "x \(figure(point.x))  y \(figure(point.y))  z \(figure(point.z))"
        let pose = trace.poses.last?.name ?? ""
        let score = MotionSummary.score(point.score, point.bar)
        return [time(point.time), axes, "moved \(figure(point.magnitude)) m/s²", score, rate, pose]
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private static func time(_ seconds: Double) -> String {
        DecimalText.padded(DecimalText.text(seconds, 2), to: 8) + " s"
    }
}
