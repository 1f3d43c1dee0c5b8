// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSettings
import BatonSources

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

    nonisolated static let noneRow = DoctorRow(
        section: .input, name: DoctorName.mpris, state: .off,
        reason: "[mpris] name = none in the configuration: only batonctl and org.baton.Baton1 send commands")

    /// - Parameter owner: the process that owns the name.
    nonisolated static func row(
        _ name: String, _ ownership: NameOwnership?, owner: UInt32?, root: String = "/proc"
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .input, name: DoctorName.mpris, state: state, reason: reason, advice: advice)
        }
        switch ownership {
        case .owned: return row(.works, "media keys and bars find Baton as \(name)")
        case .taken, .queued:
            let program = owner.flatMap { ProcessFiles(of: $0, root: root)?.command } ?? "another program"
            let process = owner.map { ", process \($0)" } ?? ""
            let end = owner.map { "end it (kill \($0))" } ?? "end it"
            return row(
                .unavailable, "\(program)\(process) owns \(name)",
                "\(end), and Baton takes the name at once; or [mpris] name = baton")
        case .refused(let error): return row(.unavailable, "the bus refuses \(name): \(error.message)")
        case .lost, nil: return row(.unavailable, "\(name) is not Baton's yet", "look again in a moment")
        }
    }
}
