// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// An app that handles shakes, also while the focus is unknown, and prints a line for each phase: `motion began`, the
/// timestamp of the event and the time of its arrival, both in microseconds of CLOCK_MONOTONIC. With the arguments KIND
/// INTERVAL SECONDS it reads a sensor over the bus instead (``SensorReading``).
@main
enum MotionApp {
    static func main() throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { return say("there is no session bus") }
        let reactor = try Reactor()
        let bus = Connection(address: String(cString: address), reactor: reactor)
        if CommandLine.arguments.count == 4 { return try SensorReading(bus).run(CommandLine.arguments) }
        let path: ObjectPath = "/org/example/Motion"
        let methods = [
            method("MotionBegan", "began"), method("MotionEnded", "ended"), method("MotionCancelled", "cancelled"),
        ]
        bus.export(ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: methods)]), at: path)
        try bus.open()
        let register = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "Register", noAutoStart: true)
        try register.append(
            .objectPath(path),
            .vardict([
                ("identity", .string("Motion")), ("event-types", .array(DBusArray("u", [.uint32(1)]))),
                ("background-motion", .boolean(true)),
            ]))
        bus.call(register, within: .seconds(30)) { result in
            switch result {
            case .success: say("registered")
            case .failure(let error): say("not registered: \(error)")
            }
        }
        try reactor.run()
    }

    private static func method(_ member: MemberName, _ phase: String) -> Method {
        Method(
            member, in: [Argument("subtype", "u"), Argument("timestamp", "t")], out: [Argument("handled", "b")]
        ) { call in
            say("motion \(phase) \(call.arguments[1].asInt64 ?? 0) \(now())")
            call.reply(.boolean(true))
        }
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Prints and flushes, so that the line appears at once in a file, too.
    static func say(_ text: String) {
        print(text)
        fflush(nil)
    }
}
