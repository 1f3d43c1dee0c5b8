// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor

/// The row about the notification daemon (rules UNDO26 and UNDO29). The check starts none.
@MainActor
enum DoctorNotifications {
    private static let service: BusName = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    private static let patience = Duration.seconds(1)

    static func check(_ bus: BusQuestions) -> DoctorCheck {
        DoctorCheck(.notifications, DoctorName.daemon) { deadline, then in
            let limit = min(deadline, bus.now + patience)
            bus.askBus("GetNameOwner", [.string(service.rawValue)], by: limit) { result in
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
            then([absentRow(isInstalled: names.contains(service.rawValue))])
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
        if isInstalled {
            return DoctorRow(
                section: .notifications, name: DoctorName.daemon, state: .works,
                reason: "none runs; the bus starts one when a shake wants to ask")
        }
        return DoctorRow(
            section: .notifications, name: DoctorName.daemon, state: .unavailable,
            reason: "no program on the bus shows notifications, so a shake cannot ask",
            advice: "start or install one: dunst, mako-notifier, xfce4-notifyd; or [undo] mode = immediate")
    }

    nonisolated static let silentRow = DoctorRow(
        section: .notifications, name: DoctorName.daemon, state: .unavailable,
        reason: "the program that shows notifications does not answer", advice: "start it anew")

    /// - Parameters:
    ///   - server: name, vendor, version, and version of the specification.
    ///   - capabilities: the reply of GetCapabilities.
    nonisolated static func row(server: [String], _ capabilities: [String]) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .notifications, name: DoctorName.daemon, state: state, reason: reason, advice: advice)
        }
        let named = server.first.flatMap { $0.isEmpty ? nil : $0 } ?? "a program without a name"
        let version = server.count > 2 ? server[2] : ""
        let name = version.isEmpty ? named : "\(named) \(version)"
        guard capabilities.contains("actions") else {
            return row(
                .unavailable, "\(name) cannot offer a choice, so a shake cannot ask",
                "use another one, such as dunst, mako or xfce4-notifyd; or [undo] mode = immediate")
        }
        return switch named.lowercased() {
        case "dunst":
            row(
                .works,
                "\(name) draws no buttons: its click for do_action, often the middle one, undoes; for Redo: dunstctl context"
            )
        case "mako": row(.works, "\(name) draws no buttons: a click undoes; for Redo: makoctl menu")
        case "xfce notify daemon": row(.works, "\(name) draws buttons; a click beside them closes it")
        default: row(.works, "\(name) can offer a choice")
        }
    }
}
