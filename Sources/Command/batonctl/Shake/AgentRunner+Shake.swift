// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMotion
import BatonMotionReport
import BatonReactor
import BatonValues

extension AgentRunner {
    /// Prints whether a shake undoes, and the state of the sensor.
    func shakeStatus(json: Bool) throws {
        try motion { (session) throws(CommandError) in
            let agent = AgentClient(session: session)
            let state = try MotionFailure.asking(agent) { () throws(DBusError) in
                ShakeState(
                    application: try agent.properties(),
                    motion: (try? agent.properties(of: BatonBus.motion)) ?? [:])
            }
            let now = WallClock.microseconds
            if json { return Console.print(state.json(at: now).text) }
            for line in state.lines(at: now) { Console.print(line) }
        }
    }

    /// Turns shaking to undo on or off; turning it on ends a pause too.
    func setShake(_ isOn: Bool) throws {
        try motion { (session) throws(CommandError) in
            let agent = AgentClient(session: session)
            try MotionFailure.asking(agent) { () throws(DBusError) in
                try agent.set(ApplicationMember.shakeToUndo, .boolean(isOn))
                if isOn { try agent.call(ApplicationMember.pauseShake, .uint64(0)) }
            }
        }
    }

    /// Pauses shaking to undo for a while; zero ends the pause.
    func pauseShake(_ duration: Duration) throws {
        try motion { (session) throws(CommandError) in
            let agent = AgentClient(session: session)
            let until = duration == .zero ? 0 : WallClock.microseconds + UInt64(clamping: duration.inSeconds * 1e6)
            try MotionFailure.asking(agent) { () throws(DBusError) in
                _ = try agent.call(ApplicationMember.pauseShake, .uint64(until))
            }
        }
    }

    /// Sends the phase began, then ended or cancelled.
    func simulateShake(cancel: Bool, wait: Bool) throws {
        try motion { (session) throws(CommandError) in
            let agent = AgentClient(session: session)
            let result = try MotionFailure.asking(agent) { () throws(DBusError) in
                _ = try agent.simulate(.began, waits: false)
                return try agent.simulate(cancel ? .cancelled : .ended, waits: wait)
            }
            guard wait else { return }
            if result.status == .success { return note(result.text) }
            throw CommandError(result.text, status: result.status, isQuietable: true)
        }
    }

    /// Simulates a shake, and answers its question.
    func simulateShake(choosing choice: UndoOperation) throws {
        try motion { (session) throws(CommandError) in
            note(try ChosenShake(session: session, choice: choice).run())
        }
    }
}

extension AgentClient {
    /// Sends one phase of a shake along the chain.
    ///
    /// - Parameter waits: Whether the reply comes only when everything that the phase started has settled.
    func simulate(
        _ phase: MotionEventPhase, waits: Bool
    ) throws(DBusError) -> SimulationOutcome {
        let message = Self.message(ApplicationMember.simulateMotion)
        try message.append(.uint32(phase.number), .boolean(waits))
        let reply = try session.call(message, within: waits ? Self.settleDeadline : Self.propertyDeadline).get()
        return SimulationOutcome(try reply.arguments())
    }
}
