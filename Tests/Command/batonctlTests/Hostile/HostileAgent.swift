// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMotion
import BatonMotionSupport
import BatonReactor
import Glibc
import SystemPackage

@testable import batonctl

/// An agent and a player on the bus whose texts are all ``Hostile/text``, error messages included.
final class HostileAgent {
    private let agent: Connection
    private let player: Connection
    private let application: ExportedObject
    private let monitors = Monitors()

    private final class Monitors { var names: [BusName] = [] }

    private static let text = Value.string(Hostile.text)
    private static let playerName: BusName = "org.mpris.MediaPlayer2.a"

    init(on stage: Stage) throws {
        agent = try stage.connect()
        player = try stage.connect()
        application = ExportedObject(interfaces: [Self.application(monitors), Self.motion])
        agent.export(application, at: "/org/baton/Baton1")
        player.export(ExportedObject(interfaces: [Self.playerInterface]), at: "/org/mpris/MediaPlayer2")
        try stage.own("org.baton.Baton1", agent)
        try stage.own(Self.playerName, player)
    }

    /// Sends an `Event` signal to each monitor.
    func emitEvent() throws {
        for monitor in monitors.names {
            try application.emitSignal(
                "org.baton.Baton1.Application", "Event",
                [
                    .uint32(UInt32(RemoteControlSubtype.nextTrack.rawValue)), .uint64(1), Self.text, Self.text,
                    Self.text, Self.text, .uint64(1),
                ], to: monitor)
        }
    }

    // MARK: Player

    private static var playerInterface: Interface {
        let metadata = Value.vardict([
            ("mpris:trackid", .objectPath("/track/1")), ("xesam:title", text),
            ("xesam:artist", .strings([Hostile.text])),
            (Hostile.text, .structure([text, .array(DBusArray("s", [text]))])),
        ])
        let methods: [(MemberName, [Argument])] = [
            ("Play", []), ("Pause", []), ("PlayPause", []), ("Stop", []), ("Next", []), ("Previous", []),
            ("Seek", [Argument("Offset", "x")]), ("OpenUri", [Argument("Uri", "s")]),
            ("SetPosition", [Argument("TrackId", "o"), Argument("Position", "x")]),
        ]
        let properties: [(MemberName, Value)] = [
            ("PlaybackStatus", text), ("LoopStatus", text), ("Shuffle", .boolean(true)), ("Volume", .double(1)),
            ("Position", .int64(1)), ("Metadata", metadata),
        ]
        return Interface(
            "org.mpris.MediaPlayer2.Player", methods: methods.map { refusing($0.0, in: $0.1, []) },
            properties: properties.map { name, value in
                Property(
                    name, value.signature, set: { _, call in call.fail(DBusError(.failed, Hostile.text)) },
                    get: { () throws(DBusError) in value })
            })
    }

    private static func refusing(_ name: MemberName, in input: [Argument], _ output: [Argument]) -> Method {
        Method(name, in: input, out: output) { $0.fail(DBusError(.failed, Hostile.text)) }
    }

    // MARK: Agent

    /// The rows of `Inputs()`: with a code that is not known, and with one that is.
    private static var inputs: [Value] {
        [text, .string("node-unopenable")].map { code in
            .structure([text, text, text, code, .vardict([("path", text), ("message", text)]), text, .uint64(1)])
        }
    }

    /// The rows of `Doctor()`: with a code that is not known, and with each code of the doctor in each section.
    private static var findings: [Value] {
        let numbers: [ReasonDetail] = [.count, .process]
        let details = ReasonDetail.allCases.map { ($0.rawValue, numbers.contains($0) ? Value.uint32(2) : text) }
        let unknown = Value.structure([text, text, text, text, .vardict(details)])
        let route = Value.structure([.string("route"), text, .string("needs-consent"), text, .vardict(details)])
        return [unknown, route]
            + DoctorSection.allCases.flatMap { section in
                DoctorCode.allCases.map { code in
                    .structure([.string(section.rawValue), text, text, .string(code.rawValue), .vardict(details)])
                }
            }
    }

    private static var pauses: [Method] {
        [
            refusing("PauseShake", in: [Argument("until", "t")], []),
            refusing("CalibrateShake", in: [Argument("sensitivity", "s"), Argument("raise", "d")], []),
        ]
    }

    /// A headset that sends Play and Pause by turns, as fast as it is asked.
    private static var trials: [Method] {
        var count: UInt64 = 0
        return [
            Method(
                "TryHeadset", in: [Argument("device", "s"), Argument("playing", "b"), Argument("seconds", "u")],
                out: [Argument("press", "a{sv}")]
            ) { call in
                count += 1
                call.reply(
                    .vardict([
                        ("device", text), ("section", text), ("command", .string(count % 3 == 0 ? "play" : "pause")),
                        ("time", .uint64(count * 2_000_000)),
                    ]))
            }
        ]
    }

    private static func application(_ monitors: Monitors) -> Interface {
        let answer = [Argument("outcome", "s"), Argument("reason", "s"), Argument("details", "a{sv}")]
        let refusal: [Value] = [.string("question-failed"), .vardict([("message", text)])]
        let player = [Argument("player", "s")]
        return Interface(
            "org.baton.Baton1.Application",
            methods: [
                refusing(
                    "SendRemoteControlEvent", in: [Argument("subtype", "u")],
                    [Argument("handled", "b"), Argument("responder", "s")]),
                refusing("Pin", in: player, []), refusing("Unpin", in: [], []), refusing("Ignore", in: player, []),
                refusing("Unignore", in: player, []),
                Method("Monitor", in: [Argument("on", "b")]) { call in
                    monitors.names.append(call.sender)
                    call.reply()
                },
                Method(
                    "SimulateMotion", in: [Argument("phase", "u"), Argument("wait", "b")],
                    out: [answer[0], Argument("responder", "s"), answer[1], answer[2]]
                ) { $0.reply([text, text, text, .vardict([])]) },
                Method("Undo", out: answer) { $0.reply([text, text, .vardict([])]) },
                Method("Redo", out: answer) { $0.reply([.string("refused")] + refusal) },
                Method("Doctor", out: [Argument("rows", "a(ssssa{sv})")]) {
                    $0.reply(.array(DBusArray("(ssssa{sv})", findings)))
                },
                Method("RequestConsent", in: [Argument("route", "s")], out: answer) {
                    $0.reply([.string("failed")] + refusal)
                },
                Method("Inputs", out: [Argument("inputs", "a(ssssa{sv}st)")]) {
                    $0.reply(.array(DBusArray("(ssssa{sv}st)", inputs)))
                },
                Method("Learn", in: [Argument("seconds", "u")], out: [Argument("button", "a{sv}")]) { call in
                    let others: [ButtonField: Value] = [
                        .details: .vardict([("path", text), ("message", text)]),
                        .configuration: .strings([Hostile.text, Hostile.text]),
                    ]
                    call.reply(.vardict(ButtonField.allCases.map { ($0.rawValue, others[$0] ?? text) }))
                },
            ] + pauses + trials, properties: properties)
    }

    private static var properties: [Property] {
        let responder = Value.structure([.string(playerName.rawValue), text, text, .boolean(false)])
        let app = Value.structure([text, text, text, .boolean(true)])
        let values: [(MemberName, Value)] = [
            ("Version", text), ("Policy", text), ("Pinned", text), ("Ignored", .strings([Hostile.text])),
            ("FirstResponder", .string(playerName.rawValue)), ("Sensor", text), ("UndoOffered", .boolean(false)),
            ("Responders", .array(DBusArray("(sssb)", [responder, app]))),
            (
                "Reasons",
                .dictionary(DBusDictionary("s", "s", [.init(.string(playerName.rawValue), text)]))
            ),
            ("ShakePausedUntil", .uint64(0)), ("ShakePoint", text),
            ("ShakePointDetails", .vardict([("sensitivity", text), ("form-factor", text)])),
        ]
        let constant = values.map { name, value in
            Property(name, value.signature) { () throws(DBusError) in value }
        }
        let shake = Property(
            "ShakeToUndo", "b", set: { _, call in call.fail(DBusError(.failed, Hostile.text)) },
            get: { () throws(DBusError) in .boolean(true) })
        return constant + [shake]
    }

    /// A stream of a few samples that then ends.
    private static var motion: Interface {
        Interface(
            "org.baton.Baton1.Motion",
            methods: [
                Method(
                    "OpenStream", in: [Argument("options", "a{sv}")],
                    out: [Argument("pipe", "h"), Argument("format", "a{sv}")]
                ) { call in
                    guard let ends = try? FileDescriptor.pipe() else { return }
                    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
                    var format = StubMotionAgent.format.filter { $0.0 != "device" }
                    format += [("device", text), ("location", text)]
                    call.reply(
                        .fileDescriptor(UnixFileDescriptor(owning: ends.readEnd)),
                        .dictionary(
                            DBusDictionary("s", "v", format.map { DBusDictionary.Entry(.string($0.0), .variant($0.1)) })
                        )
                    )
                    for sample in MotionSignal.shakes([25]).samples.prefix(100) {
                        withUnsafeTemporaryAllocation(byteCount: StreamRecord.size, alignment: 8) { buffer in
                            StreamRecord.sample(sample).encode(into: buffer)
                            _ = try? ends.writeEnd.writeAll(UnsafeRawBufferPointer(buffer))
                        }
                    }
                    try? ends.writeEnd.close()
                }
            ], properties: [Property("Orientation", "s") { () throws(DBusError) in text }])
    }
}
