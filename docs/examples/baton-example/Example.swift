// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import Glibc

/// A player without MPRIS, which gets play, pause, next and previous all the same.
///
/// Run it beside batond, then try `batonctl next`; `batonctl players` lists it.
@main
final class Example {
    private static let tracks = ["Prelude", "Fugue", "Aria"]
    private static let object: ObjectPath = "/org/example/Player"

    private let bus: Connection
    private var track = 0
    private var isPlaying = true

    init(bus: Connection) { self.bus = bus }

    static func main() throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { return print("there is no session bus") }
        let reactor = try Reactor()
        let player = Example(bus: Connection(address: String(cString: address), reactor: reactor))
        let received = Method(
            "RemoteControlReceived", in: [Argument("subtype", "u"), Argument("timestamp", "t")],
            out: [Argument("handled", "b")]
        ) { call in
            let subtype = call.arguments[0].asInt64.flatMap { RemoteControlSubtype(rawValue: Int($0)) }
            // What is not handled goes on to the next responder.
            call.reply(.boolean(subtype.map(player.handle) ?? false))
        }
        let responder = ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: [received])])
        player.bus.export(responder, at: object)
        try player.bus.open()
        try player.register()
        try reactor.run()
    }

    /// Acts on an event; returns whether it was one for this player.
    private func handle(_ subtype: RemoteControlSubtype) -> Bool {
        let wasPlaying = isPlaying
        switch subtype {
        case .play: isPlaying = true
        case .pause, .stop: isPlaying = false
        case .togglePlayPause: isPlaying.toggle()
        case .nextTrack: track = (track + 1) % Self.tracks.count
        case .previousTrack: track = (track + Self.tracks.count - 1) % Self.tracks.count
        default: return false
        }
        print("\(isPlaying ? "playing" : "paused") \(Self.tracks[track])")
        fflush(nil)
        // A player that plays stands before those that do not.
        if isPlaying != wasPlaying { try? register() }
        return true
    }

    /// Tells batond of this object, or of its new state.
    private func register() throws {
        let register = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "Register", noAutoStart: false)
        try register.append(
            .objectPath(Self.object),
            .vardict([("identity", .string("Example")), ("playing", .boolean(isPlaying))]))
        bus.call(register, within: .seconds(5)) { if case .failure(let error) = $0 { print(error) } }
    }
}
