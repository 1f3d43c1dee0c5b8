// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// All parts together: the accelerometer's files, libiio, baton-sensor, batond, a notification, the user, and the text
/// undone.
@MainActor
@Suite(.serialized) struct DeskShakeTests {
    @Test("M4: a real shake asks once, and the choice undoes")
    func shake() throws {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        let sensor = try PolledAccelerometer("\(desk.directory)/machine")
        try desk.startAgent("[undo]\nroute = xtest\n[shake]\nlongest-shake = 30s\n", sensor: sensor)
        try desk.startEditor()
        let calm = ContinuousClock.now + .milliseconds(1500)
        #expect(desk.turn { ContinuousClock.now > calm })
        // It goes on until it is recognized; how long that takes depends on the machine.
        let movement = sensor.shake()
        try #require(
            desk.turn(within: .seconds(15)) { desk.logged("accelerometer shake-began") },
            "\(desk.agent?.printed ?? "")")
        movement.stop()
        try daemon.waitForNotification()
        #expect(desk.isUntouched())
        try daemon.click()
        #expect(desk.isUndone())
        #expect(desk.turn { desk.logged("accelerometer shake-ended: undone") }, "\(desk.agent?.printed ?? "")")
        #expect(desk.agent?.printed.components(separatedBy: "shake-began").count == 2, "one shake is one")
    }

    @Test("a player that registered for remote control does not get a shake with the editor in front")
    func music() throws {
        let desk = try OfferDesk()
        _ = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent("[undo]\nroute = xtest\nmode = immediate\n")
        try desk.startEditor()
        var calls: [String] = []
        let names = ["RemoteControlReceived", "MotionBegan", "MotionEnded", "MotionCancelled"]
        let methods = try names.map { name in
            Method(
                try MemberName(name), in: [Argument("subtype", "u"), Argument("timestamp", "t")],
                out: [Argument("handled", "b")]
            ) { call in
                calls.append(name)
                call.reply(.boolean(true))
            }
        }
        desk.connection.export(
            ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: methods)]), at: "/app")
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "Register")
        let types = Value.array(DBusArray("u", [.uint32(1), .uint32(2)]))
        try message.append(.objectPath("/app"), .vardict([("event-types", types), ("identity", .string("Music"))]))
        let registered: Result<Message, DBusError> = try desk.answer { then in
            desk.connection.call(message, within: .seconds(30), reply: then)
        }
        _ = try registered.get()
        try desk.shake()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
        #expect(calls.isEmpty, "\(calls)")
    }

    @Test("a display that starts after batond is found at the shake, and without a display there is no offer")
    func laterDisplay() throws {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        let display = try #require(desk.environment["DISPLAY"])
        try desk.startAgent("[undo]\nroute = xtest\n", without: ["DISPLAY"])
        try desk.startEditor()
        try desk.shake()
        #expect(try desk.end() == "unhandled", "no display is known")
        // The user manager's environment, as 'systemctl --user import-environment' leaves it.
        var variables = ["DISPLAY=\(display)", "LANG=C"]
        let manager = Interface(
            "org.freedesktop.systemd1.Manager", properties: [Property("Environment", "as") { .strings(variables) }])
        desk.connection.export(ExportedObject(interfaces: [manager]), at: "/org/freedesktop/systemd1")
        var isThere = false
        let request = desk.connection.requestName("org.freedesktop.systemd1") { isThere = $0 == .owned }
        try #require(desk.turn { isThere })
        defer { request.release() }
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end(2) == "undone")
        #expect(desk.isUndone())
        variables = []
        try desk.shake()
        #expect(try desk.end(3) == "unhandled")
    }

    @Test("if baton-keys is killed while the question is open the choice starts another")
    func helperKilled() throws {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent("[undo]\nroute = xtest\n")
        try desk.startEditor()
        try desk.ask()
        try daemon.waitForNotification()
        let agent = try #require(desk.agent)
        let children = try desk.run(["pgrep", "-P", "\(agent.identifier)", "-x", "baton-keys"]) ?? ""
        let helper = try #require(Int32(children.filter(\.isNumber)), "\(children)")
        kill(helper, SIGKILL)
        try daemon.click()
        #expect(try desk.end() == "undone", "\(agent.printed)")
        #expect(desk.isUndone())
    }
}
