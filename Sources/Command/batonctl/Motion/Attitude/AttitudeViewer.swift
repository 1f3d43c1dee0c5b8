// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonCoreMotion
import BatonDrawing
import BatonMotionClient
import BatonMotionReport
import BatonReactor

/// Shows how the device is turned: in a terminal as a box that turns with it, elsewhere as lines, or writes it to a file.
final class AttitudeViewer {
    /// Twenty frames a second are enough for the eye.
    private static let frame = Duration.milliseconds(50)
    /// In files, in seconds.
    private static let interval = 0.02

    private let session: BusSession
    private let manager: MotionManager
    private let source: BusMotionSource
    private var newest: AttitudePoint?
    private var failure: CommandError?
    private var isOver = false

    /// - Throws: ``CommandError`` when there is no agent, or the machine has no gyroscope.
    init(session: BusSession) throws(CommandError) {
        self.session = session
        // What the agent refuses is told with its reason.
        let agent = AwaitedAgent(session: session)
        _ = try agent.motion.capabilities()
        source = BusMotionSource(connection: session.connection)
        manager = MotionManager(sensors: MotionSensors(source: source))
        var isSettled = false
        source.whenSettled { isSettled = true }
        session.turn { isSettled }
        guard manager.isDeviceMotionAvailable else {
            throw CommandError(
                "This machine has no accelerometer and gyroscope that belong together, so its attitude is not known. "
                    + "Try 'batonctl orientation'.")
        }
    }

    /// Shows the attitude until the user ends it.
    func show() throws(CommandError) {
        guard Terminal.isThere else {
            var said = -Double.infinity
            return try run(for: nil, every: Self.interval) { point in
                guard point.time - said >= 1 else { return }
                said = point.time
                Console.print(
                    point.degrees.map { "\($0.name) \(DecimalText.padded(DecimalText.text($0.value), to: 6))°" }
                        .joined(separator: "  "))
            }
        }
        Console.enterScreen()
        defer { Console.leaveScreen() }
        draw()
        var drawn = -Double.infinity
        try run(for: nil, every: Self.frame / .seconds(1)) { [self] point in
            guard point.time - drawn >= 0.9 * (Self.frame / .seconds(1)) else { return }
            drawn = point.time
            newest = point
            draw()
        }
    }

    /// Writes the attitudes to a file until the time is over or the user ends it.
    func write(to path: String, force: Bool, for limit: Duration?) throws(CommandError) {
        let file = try OutputFile(path, force: force)
        try file.write(AttitudeTable.beginning)
        var table = AttitudeTable()
        try run(for: limit, every: Self.interval) { [self] point in
            do throws(CommandError) {
                try file.write(table.line(point))
            } catch {
                failure = error
            }
        }
    }

    /// Reads the attitudes for a while, and draws them.
    func picture(for limit: Duration) throws(CommandError) -> String {
        var points: [AttitudePoint] = []
        try run(for: limit, every: Self.interval) { points.append($0) }
        guard points.count > 1 else { throw CommandError("The sensors sent no samples.") }
        return AttitudePicture.svg(points)
    }

    private func draw() {
        let size = Terminal.size
        Console.draw(
            AttitudeScreen.lines(
                newest, message: "waiting for the gyroscope", columns: size.columns, rows: size.rows,
                colored: Terminal.isColored))
    }

    private func run(
        for limit: Duration?, every interval: Double, receive: @escaping (AttitudePoint) -> Void
    ) throws(CommandError) {
        (isOver, failure) = (false, nil)
        manager.deviceMotionUpdateInterval = interval
        manager.startDeviceMotionUpdates { [self] motion, error in
            if let motion { receive(AttitudePoint(motion)) }
            if error != nil {
                failure = CommandError("The gyroscope or the accelerometer is not there any more.")
            }
        }
        defer { manager.stopDeviceMotionUpdates() }
        do {
            let signals = try session.reactor.signals([.interrupt, .terminate, .hangUp]) { [self] _ in
                isOver = true
            }
            let timer = limit.map { session.reactor.schedule(after: $0) { [self] in isOver = true } }
            session.turn { isOver || failure != nil }
            timer?.cancel()
            signals.cancel()
        } catch {
            throw CommandError("Could not read the sensors: \(error)")
        }
        if let failure { throw failure }
    }
}
