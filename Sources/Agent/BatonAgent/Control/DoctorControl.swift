// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession
import BatonValues

/// `Doctor()` of org.baton.Baton1.Application: what works, and what to do about what does not work (docs/dbus-api.md).
///
/// It examines only when it is called.
@MainActor
final class DoctorControl: ControlMembers {
    private let doctor: Doctor
    private let uses: CallerLimit
    /// The calls that wait for the examination under way.
    private var waiting: [TypedCall<[DoctorFinding]>] = []

    init(doctor: Doctor, reactor: Reactor) {
        self.doctor = doctor
        uses = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "the doctor is asked too often; wait ten seconds")
    }

    var methods: [Method] {
        [ApplicationInterface.doctor.served { [weak self] call, _ in self?.examine(call) }]
    }

    private func examine(_ call: TypedCall<[DoctorFinding]>) {
        uses.admit(call.invocation) { [weak self] in
            guard let self else { return }
            waiting.append(call)
            guard waiting.count == 1 else { return }
            doctor.examine { [weak self] in self?.answer($0) }
        }
    }

    private func answer(_ rows: [DoctorRow]) {
        let findings = rows.map(\.finding)
        let calls = waiting
        waiting = []
        for call in calls { call.reply(findings) }
    }
}
