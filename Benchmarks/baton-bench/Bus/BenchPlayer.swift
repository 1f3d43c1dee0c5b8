// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A player that records when a command arrives, and answers it.
///
/// The benchmark starts itself again for it: `baton-bench player COUNT LEDGER [reactive]`. Each of the COUNT players
/// has a connection of its own, as separate programs would.
final class BenchPlayer {
    static let interface: InterfaceName = "org.mpris.MediaPlayer2.Player"
    private let connection: Connection
    private let ledger: Ledger
    private let isReactive: Bool
    private var object: ExportedObject?
    private var request: NameRequest?
    private var isPlaying: Bool

    init(number: Int, reactor: Reactor, ledger: Ledger, isReactive: Bool, ready: @escaping () -> Void) throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { throw BenchError("the player has no bus") }
        connection = Connection(address: String(cString: address), reactor: reactor)
        self.ledger = ledger
        self.isReactive = isReactive
        isPlaying = number == 1
        let player = Self.player(isPlaying: { [unowned self] in isPlaying }, receive: { [unowned self] in receive($0) })
        let object = ExportedObject(interfaces: [Self.root(number), player])
        self.object = object
        connection.export(object, at: "/org/mpris/MediaPlayer2")
        request = connection.requestName(try Self.name(number)) { ownership in
            if ownership == .owned { ready() }
        }
        try connection.open()
    }

    static func name(_ number: Int) throws(DBusError) -> BusName {
        try BusName("org.mpris.MediaPlayer2.bench\(number)")
    }

    /// Runs players until the process is killed.
    static func run(count: Int, ledger path: String, isReactive: Bool) throws {
        let reactor = try Reactor()
        let ledger = try Ledger(path: path)
        var waiting = count
        let players = try (1...count).map { number in
            try BenchPlayer(number: number, reactor: reactor, ledger: ledger, isReactive: isReactive) {
                waiting -= 1
                if waiting == 0 { _ = write(1, "ready\n", 6) }
            }
        }
        try withExtendedLifetime(players) { try reactor.run() }
    }

    /// The interface `org.mpris.MediaPlayer2` of a player.
    static func root(_ number: Int) -> Interface {
        Interface(
            "org.mpris.MediaPlayer2",
            methods: [Method("Raise") { $0.reply() }, Method("Quit") { $0.reply() }],
            properties: [
                Property("Identity", "s") { .string("Bench \(number)") },
                Property("CanQuit", "b") { .boolean(false) },
                Property("CanRaise", "b") { .boolean(false) },
                Property("HasTrackList", "b") { .boolean(false) },
                Property("SupportedUriSchemes", "as") { .strings(["file"]) },
                Property("SupportedMimeTypes", "as") { .strings(["audio/flac"]) },
            ])
    }

    /// The interface `org.mpris.MediaPlayer2.Player`, which takes commands.
    static func player(
        isPlaying: @escaping () -> Bool, receive: @escaping (Invocation) -> Void
    ) -> Interface {
        let commands: [MemberName] = ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"]
        let always: [MemberName] = ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"]
        return Interface(
            interface,
            methods: commands.map { name in Method(name) { receive($0) } },
            properties: always.map { name in Property(name, "b") { .boolean(true) } } + [
                Property("PlaybackStatus", "s") { .string(isPlaying() ? "Playing" : "Paused") },
                Property("Volume", "d") { .double(1) },
                Property("Rate", "d") { .double(1) },
                Property("MinimumRate", "d") { .double(1) },
                Property("MaximumRate", "d") { .double(1) },
                Property("Position", "x", emitsChange: .none) { .int64(1_000_000) },
                Property("Metadata", "a{sv}") {
                    .vardict([
                        ("mpris:trackid", .objectPath("/bench/track/1")), ("mpris:length", .int64(180_000_000)),
                        ("xesam:title", .string("A title of usual length")), ("xesam:artist", .strings(["An artist"])),
                        ("xesam:album", .string("An album")),
                    ])
                },
            ])
    }

    private func receive(_ invocation: Invocation) {
        ledger.append(MonotonicTime.now)
        invocation.reply()
        guard isReactive else { return }
        isPlaying.toggle()
        object?.emitPropertiesChanged(Self.interface, ["PlaybackStatus"])
    }
}
