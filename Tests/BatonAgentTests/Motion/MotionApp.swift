// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// An app that exports the whole interface org.baton.Baton1.Responder.
final class MotionApp {
    let connection: Connection
    /// The names of the methods that were called.
    private(set) var received: [String] = []
    /// Its reply; nil for none.
    var answer: Bool? = true
    private let stage: AgentStage?
    private var held: [Invocation] = []

    convenience init(on stage: AgentStage) throws {
        self.init(try stage.connect(), stage)
    }

    init(_ connection: Connection, _ stage: AgentStage? = nil) {
        self.connection = connection
        self.stage = stage
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
            ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: methods)]), at: "/app")
    }

    var id: String { (connection.uniqueName?.rawValue ?? "") + "/app" }

    /// Registers for event types, named as in the D-Bus API.
    func register(_ types: [UInt32], _ options: [(String, Value)] = []) throws {
        let types = Value.array(DBusArray("u", types.map { .uint32($0) }))
        let stage = try #require(stage)
        _ = try stage.baton(
            "Register", .objectPath("/app"), .vardict([("event-types", types)] + options), from: connection
        ).get()
    }
}
