// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import BatonUndo
import Testing

/// The place of a button on the screen, by the accessibility bus (AT-SPI 2).
@MainActor
struct AccessibleButton {
    private let bus: BusQuestions
    private let desk: OfferDesk

    private static let accessible: InterfaceName = "org.a11y.atspi.Accessible"
    private static let root: ObjectPath = "/org/a11y/atspi/accessible/root"

    /// The middle of an app's button, once it is on the screen, in pixels.
    static func find(_ label: String, of app: String, on desk: OfferDesk) throws -> (Int, Int) {
        let address = try desk.answer { then in
            BusQuestions(connection: desk.connection).ask(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], by: desk.reactor.now + .seconds(30)
            ) { then((try? $0.get())?.first?.asString ?? "") }
        }
        let connection = Connection(address: address, reactor: desk.reactor)
        try connection.open()
        defer { connection.close() }
        let search = AccessibleButton(bus: BusQuestions(connection: connection), desk: desk)
        var place: (Int, Int)?
        try #require(
            desk.turn {
                place = (try? search.buttons(of: app))?.first { $0.label == label }?.place
                return place != nil
            }, "no button \(label)")
        return try #require(place)
    }

    private func ask(
        _ object: AccessibleObject, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []
    )
        throws -> Value?
    {
        try desk.answer { then in
            bus.ask(object.owner, object.path, interface, member, arguments, by: bus.now + .seconds(30)) {
                then((try? $0.get())?.first)
            }
        }
    }

    private func name(_ object: AccessibleObject) throws -> String {
        let value = try ask(
            object, "org.freedesktop.DBus.Properties", "Get", [.string(Self.accessible.rawValue), .string("Name")])
        return value?.unwrapped.asString ?? ""
    }

    private func children(_ object: AccessibleObject) throws -> [AccessibleObject] {
        AccessibleObject.list(try ask(object, Self.accessible, "GetChildren"), most: 50)
    }

    /// The buttons of an app with where they are.
    private func buttons(of app: String) throws -> [(label: String, place: (Int, Int))] {
        let registry = AccessibleObject(owner: "org.a11y.atspi.Registry", path: Self.root)
        var open = try children(registry).filter { try name($0).contains(app) }
        var found: [(label: String, place: (Int, Int))] = []
        var count = 0
        while let object = open.popLast(), count < 200 {
            count += 1
            open += try children(object)
            guard try ask(object, Self.accessible, "GetRoleName")?.asString == "push button",
                case .structure(let box) = try ask(object, "org.a11y.atspi.Component", "GetExtents", [.uint32(0)])
            else { continue }
            let numbers = box.compactMap { if case .int32(let number) = $0 { Int(number) } else { nil } }
            guard numbers.count == 4, numbers[2] > 0, numbers[0] >= 0 else { continue }
            found.append((try name(object), (numbers[0] + numbers[2] / 2, numbers[1] + numbers[3] / 2)))
        }
        return found
    }
}
