// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonProcesses
import BatonReactor
import BatonSettings

/// The rows about the bus names under which media keys, bars and playerctl find Baton.
@MainActor
enum DoctorFaces {
    private static let patience = Duration.seconds(1)

    static func check(_ names: FaceNames, setting: FaceName?, bus: BusQuestions) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.mpris) { deadline, then in
            let ownerships = names.ownerships
            guard !ownerships.isEmpty else { return then([noneRow]) }
            let limit = min(deadline, bus.now + patience)
            Gathering.all(
                ownerships,
                ask: { (name: (BusName, NameOwnership?), then: @escaping (DoctorRow) -> Void) in
                    guard name.1 == .taken || name.1 == .queued else {
                        return then(row(name.0.rawValue, name.1, owner: nil))
                    }
                    bus.process(of: name.0, by: limit) { then(row(name.0.rawValue, name.1, owner: $0)) }
                }, then: then)
        }
    }

    nonisolated static let noneRow = DoctorRow(.input, DoctorName.mpris, .off, .doctor(.noFace))

    /// - Parameter owner: the process that owns the name.
    nonisolated static func row(
        _ name: String, _ ownership: NameOwnership?, owner: UInt32?, root: String = "/proc"
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ code: DoctorCode, _ details: Reason.Details = [:]) -> DoctorRow {
            var details = details
            details[.service] = .text(name)
            return DoctorRow(.input, DoctorName.mpris, state, .doctor(code, details))
        }
        switch ownership {
        case .owned: return row(.works, .faceOwned)
        case .taken, .queued:
            var details: Reason.Details = [:]
            if let owner {
                details[.process] = .number(owner)
                details[.program] = ProcessFiles(of: owner, root: root)?.command.map { .text($0) }
            }
            return row(.unavailable, .faceTaken, details)
        case .refused(let error): return row(.unavailable, .faceRefused, [.message: .text(error.message)])
        case .lost, nil: return row(.unavailable, .faceAwaited)
        }
    }
}
