// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
public import BatonReactor
import Testing

/// An app that exports the Responder contract with all it has.
public final class MotionApp {
    /// The connection that it is on.
    public let connection: Connection
    /// What it received: the methods' names.
    public private(set) var received: [String] = []
    /// The interruptions that it was told of: "began 1 call", "ended 1 true".
    public private(set) var interruptions: [String] = []
    /// Its answer; nil for none.
    public var answer: Bool? = true
    private let reactor: Reactor
    private var held: [Invocation] = []

    /// Puts its object on the bus; see ``register(_:_:)``.
    public init(_ connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
        let members: [MemberName] = ["RemoteControlReceived", "MotionBegan", "MotionEnded", "MotionCancelled"]
        let methods = members.map { member in
            Method(
                member, in: [Argument("subtype", "u"), Argument("timestamp", "t")], out: [Argument("handled", "b")]
            ) { [unowned self] call in
                received.append(member.rawValue)
                guard let answer else { return held.append(call) }
                call.reply(.boolean(answer))
            }
        }
        connection.export(
            ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: methods + told)]), at: "/app")
    }

    private var told: [Method] {
        [
            Method(
                "InterruptionBegan", in: [Argument("id", "u"), Argument("source", "s"), Argument("timestamp", "t")]
            ) { [unowned self] call in
                interruptions.append("began \(call.arguments[0].asInt64 ?? -1) \(call.arguments[1].asString ?? "")")
            },
            Method(
                "InterruptionEnded",
                in: [Argument("id", "u"), Argument("should_resume", "b"), Argument("timestamp", "t")]
            ) { [unowned self] call in
                interruptions.append("ended \(call.arguments[0].asInt64 ?? -1) \(call.arguments[1].asBool ?? false)")
            },
        ]
    }

    /// How the agent calls it.
    public var id: String { (connection.uniqueName?.rawValue ?? "") + "/app" }

    /// Registers for event types, in the words of the contract.
    public func register(_ types: [UInt32], _ options: [(String, Value)] = []) throws {
        let types = Value.array(DBusArray("u", types.map { .uint32($0) }))
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "Register")
        try message.append(.objectPath("/app"), .vardict([("event-types", types)] + options))
        var outcome: Result<Message, DBusError>?
        connection.call(message, within: .seconds(30)) { outcome = $0 }
        try #require(reactor.turn { outcome != nil })
        _ = try outcome?.get()
    }
}
