// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonMotion
import BatonReactor

/// Prints how the device is held, once or at each change.
final class OrientationFollower {
    /// How long the first orientation may take: a pose is found after 0.6 s at rest, and the sensor has to be started.
    private static let patience = Duration.seconds(5)

    private let session: BusSession
    private let agent: AgentClient
    private var printed = ""
    private var isAsking = false
    private var isOver = false

    init(session: BusSession) {
        self.session = session
        agent = AgentClient(session: session)
    }

    /// - Throws: ``CommandError`` when there is no agent, it reads no sensor, or no orientation was found in time.
    func run(follow: Bool) throws(CommandError) {
        let match = session.connection.addMatch(
            MatchRule(
                sender: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties,
                member: "PropertiesChanged", arg0: BatonBus.motion.rawValue)
        ) { [self] _ in ask(follow) }
        defer { match.cancel() }
        try MotionFailure.asking(agent) { () throws(DBusError) in
            try agent.beginOrientation()
        }
        try check()
        ask(follow)
        do {
            let signals = try session.reactor.signals([.interrupt, .terminate, .hangUp]) { [self] _ in
                isOver = true
            }
            let limit = follow ? nil : Self.patience
            let timer = limit.map { session.reactor.schedule(after: $0) { [self] in isOver = true } }
            session.turn { isOver }
            timer?.cancel()
            signals.cancel()
        } catch {
            throw CommandError("Could not follow the orientation: \(error)")
        }
        if printed.isEmpty, !follow {
            throw CommandError(
                "How the device is held is not known: it was not at rest, or is between two orientations.")
        }
    }

    /// Without a sensor no orientation will come.
    private func check() throws(CommandError) {
        let capabilities = try MotionFailure.asking(agent) { () throws(DBusError) in try agent.capabilities() }
        guard capabilities.contains(SensorKind.accelerometer.word) else {
            throw CommandError("This machine has no accelerometer, so how it is held is not known.")
        }
    }

    /// The signal is without the value. Changes that come while the agent is asked are signalled again.
    private func ask(_ follow: Bool) {
        guard !isAsking, !isOver else { return }
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties, member: "Get",
            noAutoStart: true)
        do throws(DBusError) {
            try message.append(.string(BatonBus.motion.rawValue), .string(MotionMember.orientation.rawValue))
        } catch {
            return
        }
        isAsking = true
        _ = session.connection.call(message, within: Self.patience) { [self] result in
            isAsking = false
            guard case .success(let reply) = result,
                let text = (try? reply.arguments())?.first?.unwrapped.asString, text != printed
            else { return }
            // At first it is undefined until a pose is found.
            guard !printed.isEmpty || text != Orientation.undefined.rawValue else { return }
            printed = text
            Console.print(text)
            if !follow { isOver = true }
        }
    }
}
