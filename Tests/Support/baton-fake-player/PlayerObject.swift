// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// The player's object: any properties with any values, and a record of its calls.
final class PlayerObject {
    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    static let root: InterfaceName = "org.mpris.MediaPlayer2"
    static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"

    private let connection: Connection
    private let options: Options
    private var values: [String: Value] = [:]
    private var held: [Invocation] = []
    /// The calls in order: the name of the method, or `Set NAME`.
    private(set) var calls: [String] = []
    private var exported = ExportedObject(interfaces: [])
    private var types: [String: Signature] = [:]

    private static let rootProperties: [MemberName] = [
        "CanQuit", "CanRaise", "HasTrackList", "Identity", "DesktopEntry",
    ]
    private static let playerProperties: [MemberName] = [
        "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "MinimumRate",
        "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
    ]

    init(_ options: Options, connection: Connection) {
        self.options = options
        self.connection = connection
        reset()
        publish()
    }

    /// Exports the object again, with the present types of the values, because an exported object checks values against
    /// their declared types.
    private func publish() {
        let types = values.mapValues(\.signature)
        guard types != self.types else { return }
        self.types = types
        exported = ExportedObject(interfaces: [
            Interface(
                Self.root, methods: [method("Raise", []), method("Quit", [])],
                properties: Self.rootProperties.compactMap(property)),
            Interface(
                Self.player,
                methods: ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"].map { method($0, []) } + [
                    method("Seek", ["x"]), method("SetPosition", ["o", "x"]), method("OpenUri", ["s"]),
                ],
                signals: [Signal("Seeked", [Argument("Position", "x")])],
                properties: Self.playerProperties.compactMap(property)),
        ])
        connection.export(exported, at: Self.path)
    }

    private func reset() {
        var metadata: [(String, Value)] = [
            ("mpris:trackid", .objectPath("/org/baton/fake/1")), ("mpris:length", .int64(180_000_000)),
            ("xesam:title", .string(options.title)), ("xesam:artist", .strings(["Nobody"])),
        ]
        if options.huge > 0 { metadata.append(("xesam:asText", .string(String(repeating: "x", count: options.huge)))) }
        values = [
            "CanQuit": .boolean(true), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
            "Identity": .string("Fake \(options.names[0])"), "DesktopEntry": .string("fake"),
            "PlaybackStatus": .string(options.status), "LoopStatus": .string("None"), "Rate": .double(1),
            "Shuffle": .boolean(false), "Metadata": .vardict(metadata), "Volume": .double(1), "Position": .int64(0),
            "MinimumRate": .double(1), "MaximumRate": .double(1),
        ]
        for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"] {
            values[name] = .boolean(!options.missing.contains(name))
        }
        guard options.isWrong else { return }
        let wrong: [(String, Value)] = [
            ("mpris:trackid", .string("fake:track:1")), ("mpris:length", .int32(180_000_000)),
            ("xesam:title", .uint32(7)), ("xesam:artist", .string("Nobody")), ("x:odd", .structure([.byte(1)])),
        ]
        values["Metadata"] = .vardict(wrong)
        values["CanGoNext"] = .string("yes")
        values["Rate"] = .double(.nan)
        values["Volume"] = .int32(1)
        values["Identity"] = .byte(3)
    }

    private func property(_ name: MemberName) -> Property? {
        guard let signature = types[name.rawValue] else { return nil }
        return Property(
            name, signature, set: { [unowned self] value, call in set(name.rawValue, value, call) },
            get: { [unowned self] () throws(DBusError) in
                guard let value = values[name.rawValue] else { throw DBusError(.unknownProperty, "not now") }
                return value
            })
    }

    private func method(_ name: MemberName, _ input: [Signature]) -> Method {
        Method(name, in: input.enumerated().map { Argument("a\($0.offset)", $0.element) }) { [unowned self] call in
            calls.append(name.rawValue)
            if options.logs { log(name.rawValue) }
            if options.deadly.contains(name.rawValue) { _exit(9) }
            if options.ignored.contains(name.rawValue) { return held.append(call) }
            act(name.rawValue)
            call.reply()
        }
    }

    private func log(_ call: String) {
        let microseconds = Int64(connection.reactor.now / .microseconds(1))
        print("\(microseconds / 1_000_000).\(String(microseconds % 1_000_000 + 1_000_000).dropFirst()) \(call)")
        fflush(nil)
    }

    private func set(_ name: String, _ value: Value, _ call: Invocation) {
        calls.append("Set \(name)")
        change([(name, value)])
        call.reply()
    }

    private func act(_ method: String) {
        let isPlaying = values["PlaybackStatus"] == .string("Playing")
        switch method {
        case "Play": change([("PlaybackStatus", .string("Playing"))])
        case "Pause": change([("PlaybackStatus", .string("Paused"))])
        case "Stop": change([("PlaybackStatus", .string("Stopped"))])
        case "PlayPause": change([("PlaybackStatus", .string(isPlaying ? "Paused" : "Playing"))])
        default: break
        }
    }

    /// Sets Player properties without a check, and emits PropertiesChanged.
    func change(_ pairs: [(String, Value)]) {
        for (name, value) in pairs { values[name] = value }
        publish()
        emit(
            "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [
                .string(Self.player.rawValue), .vardict(pairs), .strings([]),
            ])
    }

    /// Sets or removes a Player property without a signal.
    func silentlySet(_ name: String, _ value: Value?) {
        values[name] = value
        publish()
    }

    /// Emits any signal from the player's path.
    func emit(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value]) {
        try? exported.emitSignal(interface, member, arguments)
    }
}
