// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonReactor
import BatonSensing
import BatonSession
import BatonSettings
import BatonUndo

/// Examines all that an undo, a shake or a command needs, with all checks at the same time.
///
/// It starts no program except `baton-keys` and the loader of the helpers' libraries, changes nothing, does not ask the user, and answers within two seconds.
@MainActor
final class Doctor {
    /// Returns the configuration in use. The agent sets it, of which the doctor is a part.
    var configuration: () -> LoadedConfiguration? = { nil }

    /// Returns why the user's choices are not on the disk; nil if nothing is wrong.
    var savingProblem: () -> String? = { nil }

    /// Returns the player that gets a press now; nil for none.
    var player: () -> String? = { nil }

    /// Further checks, whose rows come after those made here.
    var furtherChecks: [DoctorCheck] = []

    private let connection: Connection
    private let finder: FocusFinder
    private let situation: SituationFinder
    private let delivery: UndoDelivery
    private let sensor: MotionSensor
    private let faceNames: FaceNames
    private let inputs: InputRegistry

    /// The longest time of an examination.
    static let limit = Duration.seconds(2)

    init(
        connection: Connection, finder: FocusFinder, situation: SituationFinder, delivery: UndoDelivery,
        sensor: MotionSensor, faceNames: FaceNames, inputs: InputRegistry
    ) {
        self.connection = connection
        self.finder = finder
        self.situation = situation
        self.delivery = delivery
        self.sensor = sensor
        self.faceNames = faceNames
        self.inputs = inputs
    }

    /// - Parameter then: called once, after two seconds at the latest.
    func examine(then: @escaping ([DoctorRow]) -> Void) {
        let reactor = connection.reactor
        let deadline = reactor.now + Self.limit
        finder.environment.read { [self] display in
            Self.examine(checks(in: display), by: deadline, on: reactor, then: then)
        }
    }

    /// Runs all checks at the same time.
    ///
    /// - Parameter then: called once, by the deadline, with the rows in the checks' order.
    static func examine(
        _ checks: [DoctorCheck], by deadline: Duration, on reactor: Reactor, then: @escaping ([DoctorRow]) -> Void
    ) {
        Gathering.until(deadline, on: reactor, checks) { check, answer in
            check.run(deadline, answer)
        } then: { answers in
            then(zip(checks, answers).flatMap { check, rows in rows ?? [check.late] })
        }
    }

    /// Whether something here needs a helper.
    private func isUsed(_ helper: String, _ configuration: Configuration?, _ display: DisplayEnvironment) -> Bool {
        switch helper {
        case DoctorName.sensorHelper: sensor.status.code != .sensor(.noAccelerometer)
        case DoctorName.keysHelper: display.hasDisplay && configuration?.undo.mode != .off
        default: true
        }
    }

    private func checks(in display: DisplayEnvironment) -> [DoctorCheck] {
        let bus = BusQuestions(connection: connection)
        let configuration = configuration()
        var checks = [
            DoctorCheck(.service, DoctorName.agent) { [savingProblem] in
                DoctorService.rows(configuration) + DoctorService.choicesRows(savingProblem())
            }
        ]
        checks += DoctorName.helpers.map {
            DoctorService.helperCheck(
                $0, isUsed: isUsed($0, configuration?.configuration, display), on: connection.reactor)
        }
        checks += [
            DoctorSession.check(situation),
            DoctorCheck(.session, DoctorName.display) { [DoctorSession.row(display)] },
            DoctorSensor.check(sensor),
        ]
        checks += DoctorFocus.checks(finder, in: display)
        checks += DoctorRoutes.checks(delivery.routes)
        checks.append(DoctorNotifications.check(bus))
        checks.append(DoctorFaces.check(faceNames, setting: configuration?.configuration.mpris.name, bus: bus))
        return checks + inputs.all.map { DoctorInputs.check($0, player: player) } + furtherChecks
    }
}
