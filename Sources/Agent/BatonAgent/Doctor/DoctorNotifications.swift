// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// The row about the notification daemon (rules UNDO26 and UNDO29). The check starts none.
@MainActor
enum DoctorNotifications {
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    private static let patience = Duration.seconds(1)

    static func check(_ bus: BusQuestions) -> DoctorCheck {
        DoctorCheck(.notifications, DoctorName.daemon) { deadline, then in
            let limit = min(deadline, bus.now + patience)
            bus.askBus("GetNameOwner", [.string(NotificationClient.name.rawValue)], by: limit) { result in
                guard case .success(let values) = result,
                    let owner = values.first?.asString.flatMap({ try? BusName($0) })
                else { return findInstalled(bus, by: limit, then: then) }
                ask(owner, bus, by: limit, then: then)
            }
        }
    }

    private static func findInstalled(
        _ bus: BusQuestions, by deadline: Duration, then: @escaping ([DoctorRow]) -> Void
    ) {
        bus.askBus("ListActivatableNames", [], by: deadline) { result in
            let names = (try? result.get())?.first?.asStringArray ?? []
            then([absentRow(isInstalled: names.contains(NotificationClient.name.rawValue))])
        }
    }

    private static func ask(
        _ owner: BusName, _ bus: BusQuestions, by deadline: Duration, then: @escaping ([DoctorRow]) -> Void
    ) {
        let questions: [MemberName] = ["GetServerInformation", "GetCapabilities"]
        Gathering.all(
            questions,
            ask: { (member: MemberName, then: @escaping (Result<[Value], DBusError>) -> Void) in
                bus.ask(owner, path, interface, member, [], by: deadline, then: then)
            },
            then: { answers in
                guard case .success(let server) = answers[0], case .success(let capabilities) = answers[1] else {
                    return then([silentRow])
                }
                then([row(server: server.map { $0.asString ?? "" }, capabilities.first?.asStringArray ?? [])])
            })
    }

    nonisolated static func absentRow(isInstalled: Bool) -> DoctorRow {
        isInstalled ? row(.works, .notificationsStartable) : row(.unavailable, .noNotifications)
    }

    nonisolated static let silentRow = row(.unavailable, .notificationsSilent)

    /// - Parameters:
    ///   - server: name, vendor, version, and version of the specification.
    ///   - capabilities: the reply of GetCapabilities.
    nonisolated static func row(server: [String], _ capabilities: [String]) -> DoctorRow {
        var details: Reason.Details = [:]
        if let name = server.first, !name.isEmpty { details[.program] = .text(name) }
        if server.count > 2, !server[2].isEmpty { details[.version] = .text(server[2]) }
        let isChoice = capabilities.contains("actions")
        return isChoice ? row(.works, .choicesOffered, details) : row(.unavailable, .noChoices, details)
    }

    nonisolated private static func row(
        _ state: DoctorState, _ code: DoctorCode, _ details: Reason.Details = [:]
    ) -> DoctorRow {
        DoctorRow(.notifications, DoctorName.daemon, state, .doctor(code, details))
    }
}
