// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// An app that is no MPRIS player, and gets play, pause, next and the rest all the same.
///
/// Run it beside batond, then try `batonctl next`; `batonctl players` lists it.
@main
enum Example {
    static func main() throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { return print("there is no session bus") }
        let reactor = try Reactor()
        let bus = Connection(address: String(cString: address), reactor: reactor)
        let received = Method(
            "RemoteControlReceived", in: [Argument("subtype", "u"), Argument("timestamp", "t")],
            out: [Argument("handled", "b")]
        ) { call in
            print("remote-control event", call.arguments[0].asInt64 ?? 0)
            call.reply(.boolean(true))
        }
        let responder = ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: [received])])
        bus.export(responder, at: "/org/example/Player")
        try bus.open()
        let register = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "Register", noAutoStart: false)
        try register.append(
            .objectPath("/org/example/Player"),
            .vardict([("identity", .string("Example")), ("playing", .boolean(true))]))
        bus.call(register, within: .seconds(5)) { if case .failure(let error) = $0 { print(error) } }
        try reactor.run()
    }
}
