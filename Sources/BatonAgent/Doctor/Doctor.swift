// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession
import BatonSettings
import BatonSources
import BatonUndo

/// Looks at everything that an undo, a shake or a command needs, all at once.
///
/// It starts no program but `baton-keys`, changes nothing, asks the user nothing, and answers within two seconds.
@MainActor
final class Doctor {
    /// The configuration that is in use.
    var configuration: () -> LoadedConfiguration? = { nil }

    /// Checks of other rooms, behind those that are here.
    var furtherChecks: [DoctorCheck] = []

    private let connection: Connection
    private let finder: FocusFinder
    private let situation: SituationFinder
    private let delivery: UndoDelivery
    private let sensor: SensorInput
    private let faceNames: FaceNames
    private let inputs: InputRegistry

    /// How long an examination may take.
    static let limit = Duration.seconds(2)

    init(
        connection: Connection, finder: FocusFinder, situation: SituationFinder, delivery: UndoDelivery,
        sensor: SensorInput, faceNames: FaceNames, inputs: InputRegistry
    ) {
        self.connection = connection
        self.finder = finder
        self.situation = situation
        self.delivery = delivery
        self.sensor = sensor
        self.faceNames = faceNames
        self.inputs = inputs
    }

    /// - Parameter then: called once, two seconds later at most.
    func examine(then: @escaping ([DoctorRow]) -> Void) {
        let reactor = connection.reactor
        let deadline = reactor.now + Self.limit
        finder.environment.read { [self] display in
            DoctorExamination(checks(in: display), by: deadline, reactor: reactor, then: then).start()
        }
    }

    private func checks(in display: DisplayEnvironment) -> [DoctorCheck] {
        let bus = BusQuestions(connection: connection)
        let configuration = configuration()
        var checks = [
            DoctorCheck(.service, DoctorName.agent) { DoctorService.rows(configuration) },
            DoctorSession.check(situation),
            DoctorCheck(.session, DoctorName.display) { [DoctorSession.row(display)] },
            DoctorSensor.check(sensor),
        ]
        checks += DoctorFocus.checks(finder, in: display)
        checks += DoctorRoutes.checks(delivery.routes)
        checks.append(DoctorNotifications.check(bus))
        checks.append(DoctorFaces.check(faceNames, setting: configuration?.configuration.mpris.name, bus: bus))
        return checks + inputs.sources.map { DoctorInputs.check($0) } + furtherChecks
    }
}
