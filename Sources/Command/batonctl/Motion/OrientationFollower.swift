// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMotion
import BatonReactor
import BatonValues

/// Prints how the device is held, once or at each change.
final class OrientationFollower {
    /// How long the first orientation may take: a pose is found after 0.6 s at rest, and the sensor has to be started.
    private static let patience = Duration.seconds(5)

    private let agent: AwaitedAgent
    private var printed = ""
    private var isOver = false

    init(session: BusSession) { agent = AwaitedAgent(session: session) }

    /// - Throws: ``CommandError`` when there is no agent, it reads no sensor, or no orientation was found in time.
    func run(follow: Bool) throws(CommandError) {
        try agent.motion.call(MotionInterface.beginOrientation)
        try check()
        let watch = AgentWatch(agent.remote, following: [.motion])
        let observation = watch.observe { [self] change in
            if change == .told(.motion) { show(watch.state, follow) }
        }
        let reactor = agent.session.reactor
        do {
            let signals = try reactor.signals([.interrupt, .terminate, .hangUp]) { [self] _ in isOver = true }
            let limit = follow ? nil : Self.patience
            let timer = limit.map { reactor.schedule(after: $0) { [self] in isOver = true } }
            agent.session.turn { isOver }
            timer?.cancel()
            signals.cancel()
        } catch {
            throw CommandError("Could not follow the orientation: \(error)")
        }
        observation.cancel()
        if printed.isEmpty, !follow {
            throw CommandError(
                "How the device is held is not known: it was not at rest, or is between two orientations.")
        }
    }

    /// Without an accelerometer no orientation will come.
    private func check() throws(CommandError) {
        let capabilities = try agent.motion.capabilities()
        guard capabilities.contains(SensorKind.accelerometer.word) else {
            throw CommandError("This machine has no accelerometer, so how it is held is not known.")
        }
    }

    private func show(_ state: AgentState, _ follow: Bool) {
        guard !isOver, let text = state[MotionInterface.orientation], text != printed else { return }
        // At first it is undefined until a pose is found.
        guard !printed.isEmpty || text != Orientation.undefined.rawValue else { return }
        printed = text
        Console.print(text)
        if !follow { isOver = true }
    }
}
