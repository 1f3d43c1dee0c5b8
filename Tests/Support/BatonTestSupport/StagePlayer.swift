// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import Testing

/// A player on its own connection in the test's process, under the control of the test.
public final class StagePlayer {
    /// What it does in answer to a call.
    public enum Behaviour {
        /// It does it and answers.
        case reply
        /// It answers, and does nothing.
        case ignore
        /// It answers with ``StagePlayer/release()``.
        case hold
        /// It answers with an error.
        case fail(DBusError)
        /// It leaves the bus.
        case leave
    }

    /// The object of every player.
    public static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    /// The root interface.
    public static let root: InterfaceName = "org.mpris.MediaPlayer2"
    /// The interface of playing.
    public static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
    /// The interface of the track list.
    public static let trackList: InterfaceName = "org.mpris.MediaPlayer2.TrackList"
    /// The interface of the playlists.
    public static let playlists: InterfaceName = "org.mpris.MediaPlayer2.Playlists"

    /// Its name.
    public let name: BusName
    /// The connection that it is on.
    public let connection: Connection
    /// The calls in order, with their arguments.
    public private(set) var calls: [String] = []
    /// The calls that wait for ``release()``.
    public private(set) var held: [Invocation] = []
    /// By the name of the method or property; `reply` for all others.
    public var behaviours: [String: Behaviour] = [:]
    /// Its properties, as they are now.
    public private(set) var values: [String: Value]
    /// Whether both its Play and its Pause toggle, as those of some players do.
    public var toggles = false
    /// Whether it takes a property that is set without a signal.
    public var setsSilently = false
    /// Properties that it says it has set, and has not.
    public var deaf: Set<String> = []
    /// How often each property was read.
    public private(set) var reads: [String: Int] = [:]
    /// Called when a property was read. A GetAll reads them in an order of its own, and is answered after the last.
    public var onRead: ((String) -> Void)?
    private var exported = ExportedObject(interfaces: [])
    private var request: NameRequest?

    /// Makes one that has no name yet; see ``appear(_:)``.
    ///
    /// - Parameters:
    ///   - missing: the capabilities that it says it does not have.
    ///   - isExported: whether its object is there from the beginning; see ``export()``.
    ///   - lists: the optional interfaces that it has.
    public init(
        _ name: String, status: String, without missing: [String] = [], isExported: Bool = true,
        lists: [InterfaceName] = [trackList, playlists], on connection: Connection
    ) throws {
        self.name = try BusName("org.mpris.MediaPlayer2.\(name)")
        self.connection = connection
        let track: Value = .vardict([
            ("mpris:trackid", .objectPath("/track/1")), ("mpris:length", .int64(180_000_000)),
            ("xesam:title", .string("Title of \(name)")),
        ])
        values = [
            "CanQuit": .boolean(true), "CanRaise": .boolean(true), "HasTrackList": .boolean(true),
            "Identity": .string("The \(name)"), "DesktopEntry": .string(name),
            "SupportedUriSchemes": .strings(["file"]), "SupportedMimeTypes": .strings(["audio/ogg"]),
            "PlaybackStatus": .string(status), "LoopStatus": .string("None"), "Rate": .double(1),
            "Shuffle": .boolean(false), "Metadata": track, "Volume": .double(0.5), "Position": .int64(7_000_000),
            "MinimumRate": .double(1), "MaximumRate": .double(1),
            "Tracks": .array(DBusArray("o", [.objectPath("/track/1"), .objectPath("/track/2")])),
            "CanEditTracks": .boolean(true), "PlaylistCount": .uint32(1), "Orderings": .strings(["Alphabetical"]),
            "ActivePlaylist": .structure([
                .boolean(true), .structure([.objectPath("/list/1"), .string("Mine"), .string("")]),
            ]),
        ]
        for capability in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"] {
            values[capability] = .boolean(!missing.contains(capability))
        }
        values["HasTrackList"] = .boolean(lists.contains(Self.trackList))
        exported = ExportedObject(
            interfaces: interfaces.filter { [Self.root, Self.player].contains($0.name) || lists.contains($0.name) })
        if isExported { export() }
    }

    /// Sets properties of Player and does not signal it.
    public func silentlySet(_ name: String, _ value: Value) { values[name] = value }

    /// Exports an object that has no root interface.
    public func exportWithoutRoot() {
        connection.export(ExportedObject(interfaces: Array(interfaces.dropFirst())), at: Self.path)
    }

    /// Exports its object.
    public func export() { connection.export(exported, at: Self.path) }

    /// Requests its name.
    public func appear(_ owned: @escaping () -> Void = {}) {
        request = connection.requestName(name) { if $0 == .owned { owned() } }
    }

    /// Releases its name and stays on the bus.
    public func disappear() {
        request?.release()
        request = nil
    }

    /// Leaves the bus.
    public func leave() { connection.close() }

    /// Changes properties of Player and signals them.
    public func change(_ pairs: [(String, Value)]) {
        for (name, value) in pairs { values[name] = value }
        tell([.string(Self.player.rawValue), .vardict(pairs), .strings([])])
    }

    /// Changes the playback status and tells.
    public func setStatus(_ status: String) { change([("PlaybackStatus", .string(status))]) }

    /// Sends a PropertiesChanged of any arguments.
    public func tell(_ arguments: [Value]) {
        emit("org.freedesktop.DBus.Properties", "PropertiesChanged", arguments)
    }

    /// Sends a signal of any arguments.
    public func emit(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value]) {
        let signal = Message.signal(path: Self.path, interface: interface, member: member)
        do {
            try signal.append(contentsOf: arguments)
            connection.send(signal)
        } catch {
            Issue.record("\(member): \(error)")
        }
    }

    /// Replies to the calls that it held.
    public func release() {
        for call in held { call.reply() }
        held = []
    }

    private var interfaces: [Interface] {
        [
            Interface(
                Self.root, methods: [method("Raise"), method("Quit")],
                properties: properties([
                    "CanQuit", "CanRaise", "HasTrackList", "Identity", "DesktopEntry", "SupportedUriSchemes",
                    "SupportedMimeTypes",
                ])),
            Interface(
                Self.player,
                methods: ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play"].map { method($0) } + [
                    method("Seek", ["x"]), method("SetPosition", ["o", "x"]), method("OpenUri", ["s"]),
                ],
                properties: properties([
                    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "MinimumRate",
                    "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
                ])),
            Interface(
                Self.trackList,
                methods: [
                    method("AddTrack", ["s", "o", "b"]), method("RemoveTrack", ["o"]), method("GoTo", ["o"]),
                    method("GetTracksMetadata", ["ao"], ["aa{sv}"]) { [unowned self] in
                        [.array(DBusArray("a{sv}", [(values["Metadata"] ?? .vardict([]))]))]
                    },
                ], properties: properties(["Tracks", "CanEditTracks"])),
            Interface(
                Self.playlists,
                methods: [
                    method("ActivatePlaylist", ["o"]),
                    method("GetPlaylists", ["u", "u", "s", "b"], ["a(oss)"]) {
                        [
                            .array(
                                DBusArray(
                                    "(oss)", [.structure([.objectPath("/list/1"), .string("Mine"), .string("")])]))
                        ]
                    },
                ], properties: properties(["PlaylistCount", "Orderings", "ActivePlaylist"])),
        ]
    }

    private func properties(_ names: [MemberName]) -> [Property] {
        names.compactMap { name in
            guard let value = values[name.rawValue] else { return nil }
            return Property(
                name, value.signature,
                set: { [unowned self] value, call in
                    calls.append("Set \(name.rawValue)")
                    guard !deaf.contains(name.rawValue) else { return call.reply() }
                    if setsSilently { values[name.rawValue] = value } else { change([(name.rawValue, value)]) }
                    call.reply()
                },
                get: { [unowned self] () throws(DBusError) in
                    guard let value = values[name.rawValue] else { throw DBusError(.unknownProperty, "not now") }
                    reads[name.rawValue, default: 0] += 1
                    onRead?(name.rawValue)
                    return value
                })
        }
    }

    private func method(
        _ name: MemberName, _ input: [Signature] = [], _ output: [Signature] = [],
        result: @escaping () -> [Value] = { [] }
    ) -> Method {
        Method(
            name, in: input.enumerated().map { Argument("a\($0.offset)", $0.element) },
            out: output.enumerated().map { Argument("r\($0.offset)", $0.element) }
        ) { [unowned self] call in
            calls.append(([name.rawValue] + call.arguments.map(Self.text)).joined(separator: " "))
            switch behaviours[name.rawValue] ?? .reply {
            case .reply:
                act(name.rawValue)
                call.reply(result())
            case .ignore: call.reply(result())
            case .hold: held.append(call)
            case .fail(let error): call.fail(error)
            case .leave: leave()
            }
        }
    }

    private static func text(_ value: Value) -> String {
        if let text = value.asString { return text }
        return value.asInt64.map(String.init) ?? value.asBool.map(String.init) ?? "\(value)"
    }

    private func act(_ method: String) {
        switch method {
        case "Play" where toggles, "Pause" where toggles: act("PlayPause")
        case "Play": setStatus("Playing")
        case "Pause": setStatus("Paused")
        case "Stop": setStatus("Stopped")
        case "PlayPause": setStatus(values["PlaybackStatus"] == .string("Playing") ? "Paused" : "Playing")
        default: break
        }
    }
}
