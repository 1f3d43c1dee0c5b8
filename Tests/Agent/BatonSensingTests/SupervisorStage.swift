// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonReactor
import BatonSensorLink
import BatonTestSupport
import Glibc
import Testing

@testable import BatonSensing

/// A supervisor over the real process and link, with a program that fails on demand and a clock that the test moves.
@MainActor
final class SupervisorStage: @MainActor TurnedStage {
    let clock = ManualClock()
    let reactor: Reactor
    let log = TestLog()
    let supervisor: SensorSupervisor
    /// The identifiers of the processes that have reported that they are ready.
    private(set) var processes: [Int32] = []
    private(set) var phases: [MotionPhase] = []
    private(set) var stops = 0

    init(_ words: String, program: String? = ChildProcess.built("baton-fake-sensor")) throws {
        reactor = try Reactor(clock: clock)
        supervisor = SensorSupervisor(reactor: reactor, program: program, environment: [:], logger: log.logger)
        supervisor.onReport = { [unowned self] report in
            switch report {
            case .ready(let sensor): processes.append(Int32(sensor.path) ?? -1)
            case .phase(let phase): phases.append(phase)
            default: break
            }
        }
        supervisor.onStopped = { [unowned self] in stops += 1 }
        supervisor.configure(SensorSetup(sensor: words))
    }

    /// The state, without the description of the sensor.
    var state: String {
        switch supervisor.state {
        case .off: "off"
        case .starting: "starting"
        case .running: "running"
        case .waiting: "waiting"
        case .absent: "absent"
        case .unloadable(let names): "without \(names.joined(separator: ", "))"
        }
    }

    /// Advances the clock and handles what is due.
    func pass(_ time: Duration) {
        clock.advance(by: time)
        reactor.turnUntilIdle()
    }

    static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }
}
