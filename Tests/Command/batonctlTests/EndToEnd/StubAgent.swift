// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTemplate
import Testing

@testable import batonctl

/// The agent's side of `org.baton.Baton1.Application`, with answers that the test chooses.
final class StubAgent {
    private static let interface: InterfaceName = "org.baton.Baton1.Application"

    let connection: Connection
    private let state: State
    private let exported: ExportedObject

    /// The calls it got, in order.
    var calls: [String] { state.calls }
    var monitors: [BusName] { state.monitors }

    /// The outcome of the next event: the responder that handles it, nil for none, or an error.
    var outcome: Result<String?, DBusError> {
        get { state.outcome }
        set { state.outcome = newValue }
    }

    private final class State {
        var calls: [String] = []
        var monitors: [BusName] = []
        var outcome: Result<String?, DBusError> = .success("org.mpris.MediaPlayer2.a")
        var first = ""
        var responders: [StubResponder] = []
    }

    init(on stage: Stage, first: String = "", responders: [StubResponder] = []) throws {
        connection = try stage.connect()
        state = State()
        state.first = first
        state.responders = responders
        exported = ExportedObject(interfaces: [Self.description(state)])
        connection.export(exported, at: "/org/baton/Baton1")
        try stage.own("org.baton.Baton1", connection)
    }

    /// Makes another responder first and signals the change.
    func setFirst(_ first: String) {
        state.first = first
        exported.emitPropertiesChanged(Self.interface, ["FirstResponder"])
    }

    /// Sends an `Event` signal to a monitor.
    func emitEvent(_ values: [Value]) throws {
        for monitor in state.monitors { try exported.emitSignal(Self.interface, "Event", values, to: monitor) }
    }

    private static func description(_ state: State) -> Interface {
        func change(_ name: MemberName, _ input: [Argument] = [Argument("player", "s")]) -> Method {
            Method(name, in: input) { invocation in
                state.calls.append("\(name)(\(invocation.arguments.map(ValueText.text).joined(separator: ", ")))")
                invocation.reply()
            }
        }
        return Interface(
            interface,
            methods: [
                Method(
                    "SendRemoteControlEvent", in: [Argument("subtype", "u")],
                    out: [Argument("handled", "b"), Argument("responder", "s")]
                ) { invocation in
                    state.calls.append("SendRemoteControlEvent(\(invocation.arguments.map(ValueText.text)[0]))")
                    switch state.outcome {
                    case .success(let responder): invocation.reply(.boolean(responder != nil), .string(responder ?? ""))
                    case .failure(let error): invocation.fail(error)
                    }
                },
                change("Pin"), change("Unpin", []), change("Ignore"), change("Unignore"), change("Refresh"),
                Method("Monitor", in: [Argument("on", "b")]) { invocation in
                    state.monitors.append(invocation.sender)
                    invocation.reply()
                },
            ],
            properties: properties(state))
    }

    private static func properties(_ state: State) -> [Property] {
        [
            Property("Version", "s") { () throws(DBusError) in .string("0.1.0") },
            Property("Policy", "s") { () throws(DBusError) in .string("default") },
            Property("Pinned", "s") { () throws(DBusError) in .string("org.mpris.MediaPlayer2.a") },
            Property("Ignored", "as") { () throws(DBusError) in .strings(["org.mpris.MediaPlayer2.x"]) },
            Property("FirstResponder", "s", emitsChange: .invalidates) { () throws(DBusError) in .string(state.first) },
            Property("Responders", "a(sssb)") { () throws(DBusError) in
                .array(
                    DBusArray(
                        "(sssb)",
                        state.responders.map {
                            .structure([
                                .string($0.id), .string($0.identity), .string($0.status), .boolean($0.isSuspect),
                            ])
                        }))
            },
            Property("Reasons", "a{ss}") { () throws(DBusError) in
                .dictionary(
                    DBusDictionary("s", "s", state.responders.map { .init(.string($0.id), .string($0.reason)) }))
            },
        ]
    }
}
