// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTemplate
import Testing

@testable import batonctl

/// A player that records its calls and answers as the test wants.
final class StubPlayer {
    private static let interface: InterfaceName = "org.mpris.MediaPlayer2.Player"

    let name: BusName
    let connection: Connection
    private let state: State
    private let exported: ExportedObject

    /// The calls it got, in order: a method's name with its arguments, or a property and the value set.
    var calls: [String] { state.calls }

    /// Whether it answers at all.
    var answers: Bool {
        get { state.answers }
        set { state.answers = newValue }
    }

    /// The methods that it does not have.
    var lacking: Set<MemberName> {
        get { state.lacking }
        set { state.lacking = newValue }
    }

    /// The methods that it answers and does not carry out.
    var ignored: Set<MemberName> {
        get { state.ignored }
        set { state.ignored = newValue }
    }

    /// Whether it says that it can be raised.
    var canRaise: Bool {
        get { state.canRaise }
        set { state.canRaise = newValue }
    }

    /// How often it was asked for its status.
    var reads: Int { state.reads }

    /// Whether it does what it is told, without a signal.
    var acts: Bool {
        get { state.acts }
        set { state.acts = newValue }
    }

    private final class State {
        var properties: [(key: String, value: Value)] = []
        var acts = true
        var lacking: Set<MemberName> = []
        var ignored: Set<MemberName> = []
        var canRaise = false
        var reads = 0
        var calls: [String] = []
        var answers = true
        var unanswered: [Invocation] = []

        func act(_ method: MemberName, _ arguments: [Value]) {
            guard acts, answers, !ignored.contains(method) else { return }
            let isPlaying = properties.contains { $0.key == "PlaybackStatus" && $0.value == .string("Playing") }
            switch method {
            case "Play": put("PlaybackStatus", .string("Playing"))
            case "Pause": put("PlaybackStatus", .string("Paused"))
            case "PlayPause": put("PlaybackStatus", .string(isPlaying ? "Paused" : "Playing"))
            case "Stop": put("PlaybackStatus", .string("Stopped"))
            case "Seek":
                let position = properties.first { $0.key == "Position" }?.value.asInt64 ?? 0
                put("Position", .int64(max(0, position + (arguments[0].asInt64 ?? 0))))
            case "SetPosition": put("Position", arguments[1])
            case "Next", "Previous": put("Metadata", StubPlayer.track("track \(calls.count)"))
            default: break
            }
        }

        func put(_ name: String, _ value: Value) {
            properties.removeAll { $0.key == name }
            properties.append((name, value))
        }
    }

    /// Puts a player on the bus; `more` replaces or adds properties.
    init(
        _ instance: String, on stage: Stage, status: String = "Paused", title: String? = nil,
        _ more: [String: Value] = [:]
    ) throws {
        name = try BusName("org.mpris.MediaPlayer2." + instance)
        connection = try stage.connect()
        let state = State()
        var properties: [String: Value] = [
            "PlaybackStatus": .string(status), "Volume": .double(1), "Position": .int64(1_500_000),
            "LoopStatus": .string("None"), "Shuffle": .boolean(false), "Metadata": Self.track(title ?? instance),
        ]
        properties.merge(more) { $1 }
        state.properties = properties.sorted { $0.key < $1.key }
        self.state = state
        exported = ExportedObject(interfaces: [Self.root(state), Self.description(state)])
        connection.export(exported, at: "/org/mpris/MediaPlayer2")
        try stage.own(name, connection)
    }

    private static func root(_ state: State) -> Interface {
        Interface(
            "org.mpris.MediaPlayer2",
            methods: [
                Method("Raise") { invocation in
                    state.calls.append("Raise()")
                    invocation.reply()
                }
            ], properties: [Property("CanRaise", "b") { () throws(DBusError) in .boolean(state.canRaise) }])
    }

    private static func description(_ state: State) -> Interface {
        func method(_ name: MemberName, _ input: [Argument] = []) -> Method {
            Method(name, in: input) { invocation in
                let arguments = invocation.arguments.map(ValueText.text).joined(separator: ", ")
                state.calls.append("\(name)(\(arguments))")
                if state.lacking.contains(name) { return invocation.fail(DBusError(.unknownMethod, "no \(name)")) }
                state.act(name, invocation.arguments)
                if state.answers { invocation.reply() } else { state.unanswered.append(invocation) }
            }
        }
        return Interface(
            interface,
            methods: [
                method("Play"), method("Pause"), method("PlayPause"), method("Stop"), method("Next"),
                method("Previous"),
                method("Seek", [Argument("Offset", "x")]), method("OpenUri", [Argument("Uri", "s")]),
                method("SetPosition", [Argument("TrackId", "o"), Argument("Position", "x")]),
            ],
            properties: state.properties.compactMap { property in
                let name = property.key
                guard let member = try? MemberName(name) else { return nil }
                return Property(
                    member, property.value.signature,
                    set: { value, invocation in
                        state.calls.append("\(name) = \(ValueText.text(value))")
                        if state.acts { state.put(name, value) }
                        invocation.reply()
                    },
                    get: { () throws(DBusError) in
                        if name == "PlaybackStatus" { state.reads += 1 }
                        guard let value = state.properties.first(where: { $0.key == name })?.value else {
                            throw DBusError(.unknownProperty, name)
                        }
                        return value
                    })
            })
    }

    static func track(_ title: String) -> Value {
        .vardict([
            ("mpris:trackid", .objectPath("/track/1")), ("xesam:title", .string(title)),
            ("xesam:artist", .strings(["Artist"])),
        ])
    }

    /// Changes a property and signals it as invalidated, without the value.
    func invalidate(_ property: String, _ value: Value) throws {
        state.put(property, value)
        try exported.emitSignal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(Self.interface.rawValue), .vardict([]), .strings([property])])
    }

    /// Changes a property and signals the new value.
    func set(_ property: MemberName, _ value: Value) {
        state.put(property.rawValue, value)
        exported.emitPropertiesChanged(Self.interface, [property])
    }
}
