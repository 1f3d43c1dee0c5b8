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
final class DoctorControl {
    private let doctor: Doctor
    private let uses: CallerLimit
    /// The calls that wait for the examination under way.
    private var waiting: [Invocation] = []

    init(doctor: Doctor, reactor: Reactor) {
        self.doctor = doctor
        uses = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "the doctor is asked too often; wait ten seconds")
    }

    var methods: [Method] {
        [
            Method(ApplicationMember.doctor, in: [], out: [Argument("rows", "a(ssssa{sv})")]) { [weak self] in
                self?.examine($0)
            }
        ]
    }

    private func examine(_ call: Invocation) {
        uses.admit(call) { [weak self] in
            guard let self else { return }
            waiting.append(call)
            guard waiting.count == 1 else { return }
            doctor.examine { [weak self] in self?.answer($0) }
        }
    }

    private func answer(_ rows: [DoctorRow]) {
        let value = Value.array(DBusArray(DoctorRow.type, rows.map(\.value)))
        let calls = waiting
        waiting = []
        for call in calls { call.reply(value) }
    }
}
