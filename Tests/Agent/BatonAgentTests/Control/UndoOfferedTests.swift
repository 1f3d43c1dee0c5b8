// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// An open question on org.baton.Baton1: its property, its signal, and the calls that answer it.
@Suite struct UndoOfferedTests {
    /// A notification daemon, and a user manager that knows a display, so that a shake asks; the app in front is not
    /// known.
    private final class Desk {
        let stage: AgentStage
        private(set) var closed: [UInt32] = []
        private(set) var offered: [Bool] = []
        private var requests: [NameRequest] = []
        private var daemon: Connection?
        private var match: Match?
        /// Leaves the calls unanswered, as a slow daemon does.
        var isSlow = false
        private(set) var unanswered: [Invocation] = []

        private static let notification: [Signature] = ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]

        init() throws {
            stage = try AgentStage(nil)
            try serveNotifications()
            let manager = Interface(
                "org.freedesktop.systemd1.Manager",
                properties: [Property("Environment", "as") { .strings(["DISPLAY=:4242"]) }])
            let system = try stage.connect()
            system.export(ExportedObject(interfaces: [manager]), at: "/org/freedesktop/systemd1")
            try own("org.freedesktop.systemd1", system)
            try stage.startAgent(["undo.cool-down=0s"])
            let path: ObjectPath = "/org/baton/Baton1"
            match = stage.client.addMatch(
                MatchRule(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
            ) { [unowned self] message in
                let names = (try? message.arguments())?[2].asStringArray ?? []
                if names.contains("UndoOffered") { ask(path) }
            }
        }

        /// The signal has the property's name without its value, which is read.
        private func ask(_ path: ObjectPath) {
            let message = Message.methodCall(
                to: AgentStage.baton, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get")
            try? message.append(.string(AgentStage.application.rawValue), .string("UndoOffered"))
            stage.client.call(message, within: .seconds(30)) { [weak self] result in
                if let isOffered = (try? result.get().arguments())?.first?.asBool { self?.offered.append(isOffered) }
            }
        }

        private func serveNotifications() throws {
            let methods = [
                Method("GetCapabilities", out: [Argument("", "as")]) { $0.reply(.strings(["actions"])) },
                Method(
                    "Notify", in: Self.notification.map { Argument("", $0) }, out: [Argument("", "u")]
                ) { [unowned self] call in
                    if isSlow { unanswered.append(call) } else { call.reply(.uint32(7)) }
                },
                Method("CloseNotification", in: [Argument("", "u")]) { [unowned self] call in
                    if case .uint32(let number) = call.arguments[0] { closed.append(number) }
                    call.reply()
                },
            ]
            let daemon = try stage.connect()
            daemon.export(
                ExportedObject(interfaces: [Interface("org.freedesktop.Notifications", methods: methods)]),
                at: "/org/freedesktop/Notifications")
            try own("org.freedesktop.Notifications", daemon)
            self.daemon = daemon
        }

        /// Closes the notification as a user does that dismisses it.
        func dismiss() throws {
            try FakeLogin.signal(
                "org.freedesktop.Notifications", "NotificationClosed", at: "/org/freedesktop/Notifications",
                [.uint32(7), .uint32(2)], from: try #require(daemon))
        }

        private func own(_ name: BusName, _ connection: Connection) throws {
            var isOwned = false
            requests.append(connection.requestName(name) { isOwned = $0 == .owned })
            try #require(stage.turn { isOwned })
        }

        /// Shakes; `ended` is called with the outcome.
        func shake(ended: @escaping (String) -> Void) throws {
            _ = try stage.baton("SimulateMotion", .uint32(0), .boolean(true)).get()
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
                member: "SimulateMotion")
            try message.append(.uint32(1), .boolean(true))
            stage.client.call(message, within: .seconds(30)) { result in
                ended((try? result.get().arguments())?.first?.asString ?? "error")
            }
        }
    }

    @Test("the question is told while it is there; Undo answers it, and the notification goes")
    func answers() throws {
        let desk = try Desk()
        #expect(try desk.stage.property("UndoOffered") == .boolean(false))
        var ended: [String] = []
        try desk.shake { ended.append($0) }
        try #require(desk.stage.turn { desk.offered == [true] })
        #expect(try desk.stage.property("UndoOffered") == .boolean(true))
        #expect(ended.isEmpty)
        // The same guards as for a click: the app in front is not known.
        let answer = try desk.stage.baton("Undo").get().compactMap(\.asString)
        #expect(answer == ["refused", "app-unknown"])
        #expect(desk.stage.turn { ended == ["refused"] && desk.offered == [true, false] && desk.closed == [7] })
        #expect(try desk.stage.property("UndoOffered") == .boolean(false))
    }

    @Test("SHAKE17: a dismissed question raises the bar, and an accepted one lowers it")
    func movesBar() throws {
        let desk = try Desk()
        func raise() throws -> Double? {
            try desk.stage.property("ShakePointDetails").asVardict?["raise"]?.asDouble
        }
        var ended: [String] = []
        #expect(try desk.stage.property("ShakePoint") == .string("sensitivity-by-form-factor"))
        for count in 1...3 {
            try desk.shake { ended.append($0) }
            try #require(desk.stage.turn { desk.offered.last == true && desk.offered.count == 2 * count - 1 })
            try desk.dismiss()
            try #require(desk.stage.turn { ended.count == count && desk.offered.last == false })
            #expect(try desk.stage.property("ShakePoint") == .string("sensitivity-learned"))
            #expect(abs((try raise() ?? 0) - 0.4 * Double(count)) < 1e-9)
        }
        #expect(ended == ["declined", "declined", "declined"])
        try desk.shake { ended.append($0) }
        try #require(desk.stage.turn { desk.offered.last == true })
        _ = try desk.stage.baton("Undo").get()
        #expect(desk.stage.turn { ended.count == 4 })
        #expect(try raise() == -0.12)
    }

    @Test("answered before the daemon has shown it, it does not stay on the screen")
    func answersEarly() throws {
        let desk = try Desk()
        desk.isSlow = true
        var ended: [String] = []
        try desk.shake { ended.append($0) }
        try #require(desk.stage.turn { desk.unanswered.count == 1 })
        #expect(desk.offered.isEmpty)
        _ = try desk.stage.baton("Undo").get()
        #expect(desk.stage.turn { ended == ["refused"] })
        desk.unanswered[0].reply(.uint32(9))
        #expect(desk.stage.turn { desk.closed == [9] })
        #expect(desk.offered.isEmpty)
    }

    @Test("UNDO61: batond that ends while its question is on the way waits for its number, and takes it off the screen")
    func endsEarly() throws {
        let desk = try Desk()
        desk.isSlow = true
        try desk.shake { _ in }
        try #require(desk.stage.turn { desk.unanswered.count == 1 })
        let agent = try #require(desk.stage.agent)
        agent.signal(SIGTERM)
        // Its names are given back first, and longer than other calls may take it is still there.
        var isFree = false
        let watch = desk.stage.client.watchName(AgentStage.baton) { isFree = $0 == nil }
        defer { watch.cancel() }
        try #require(desk.stage.turn { isFree })
        let slow = desk.stage.reactor.schedule(after: .milliseconds(900)) { desk.unanswered[0].reply(.uint32(9)) }
        defer { slow.cancel() }
        #expect(desk.stage.turn { desk.closed == [9] })
        #expect(desk.stage.turn { agent.hasEnded })
        #expect(agent.exitStatus == 0)
    }

    @Test("UNDO49: batond that ends takes the question off the screen that it shows", arguments: 1...3)
    func endsWithQuestion(_ time: Int) throws {
        let desk = try Desk()
        try desk.shake { _ in }
        try #require(desk.stage.turn { desk.offered == [true] })
        let agent = try #require(desk.stage.agent)
        agent.signal(SIGTERM)
        #expect(desk.stage.turn { agent.hasEnded })
        #expect(desk.stage.turn { desk.closed.count == 1 }, "it is left on the screen, with buttons that nobody hears")
    }

    @Test("UNDO61: a second signal ends batond at once, whatever is on the way")
    func endsAtOnce() throws {
        let desk = try Desk()
        desk.isSlow = true
        try desk.shake { _ in }
        try #require(desk.stage.turn { desk.unanswered.count == 1 })
        let agent = try #require(desk.stage.agent)
        let start = ContinuousClock.now
        agent.signal(SIGTERM)
        var isFree = false
        let watch = desk.stage.client.watchName(AgentStage.baton) { isFree = $0 == nil }
        defer { watch.cancel() }
        try #require(desk.stage.turn { isFree })
        agent.signal(SIGTERM)
        #expect(desk.stage.turn { agent.hasEnded })
        #expect(agent.exitStatus == 0)
        // The limit is the promise: at once, without the wait of a first signal.
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(desk.closed.isEmpty)
    }
}
