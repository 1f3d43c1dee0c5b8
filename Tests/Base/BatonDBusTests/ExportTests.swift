// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@Suite("Exported objects")
struct ExportTests {
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    /// A server with an object at /a, and a client.
    private final class Pair {
        let stage: BusStage
        let client: Connection
        let server: Connection
        let object: ExportedObject
        var level: Int32 = 1
        var isShut = false
        var errors: [DBusError] = []

        init() throws {
            stage = try BusStage()
            client = try stage.connect()
            server = try stage.connect()
            var get: () -> Int32 = { 0 }
            var set: (Int32) -> Void = { _ in }
            var gate: () throws(DBusError) -> Void = {}
            object = ExportedObject(
                interfaces: Pair.interfaces({ get() }, { set($0) }, { () throws(DBusError) in try gate() }))
            get = { [unowned self] in level }
            set = { [unowned self] in level = $0 }
            gate = { [unowned self] () throws(DBusError) in if isShut { throw DBusError("a.b.Shut", "shut") } }
            server.export(object, at: "/a")
            server.onError = { [unowned self] in errors.append($0) }
        }

        private static let rang = Signal("Rang", [Argument("times", "u")])

        private static func interfaces(
            _ get: @escaping () -> Int32, _ set: @escaping (Int32) -> Void,
            _ gate: @escaping () throws(DBusError) -> Void
        ) -> [Interface] {
            let methods = [
                Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { $0.reply($0.arguments[0]) },
                Method("Wrong", out: [Argument("text", "s")]) { $0.reply(.int32(1)) },
                Method("Nul", out: [Argument("text", "s")]) { $0.reply(.string("a\0b")) },
                Method("Twice") { call in
                    call.reply()
                    call.fail(DBusError(.failed, "again"))
                    call.reply()
                },
                Method("Dropped") { _ in },
            ]
            let properties = [
                Property(
                    "Level", "i",
                    set: { value, call in
                        guard case .int32(let level) = value, level >= 0 else {
                            return call.fail(DBusError(.invalidArguments, "a level is not negative"))
                        }
                        set(level)
                        call.reply()
                    }
                ) { .int32(get()) },
                Property("Name", "s", emitsChange: .const) { .string("n") },
                Property("Tracks", "as", emitsChange: .invalidates) { .strings([]) },
                Property("Position", "x", emitsChange: .none) { .int64(5) },
                Property("Missing", "s") { () throws(DBusError) in throw DBusError(.failed, "not now") },
                Property("Odd", "s") { .int32(1) },
                Property("Unsendable", "s") { .string("\0") },
            ]
            return [
                Interface("a.b", methods: methods, signals: [Self.rang], properties: properties),
                Interface(
                    "a.gated", methods: [Method("Do") { $0.reply() }],
                    properties: [Property("P", "i") { .int32(get()) }], gate: gate),
            ]
        }

        func call(
            _ interface: InterfaceName?, _ member: MemberName, _ arguments: [Value] = [], path: ObjectPath = "/a"
        ) throws -> Result<[Value], DBusError> {
            try stage.call(client, server, path: path, interface, member, arguments)
        }

        func property(_ member: MemberName, _ arguments: Value...) throws -> Result<[Value], DBusError> {
            try call(ExportTests.properties, member, arguments)
        }
    }

    @Test("a method is found with and without its interface")
    func methods() throws {
        let pair = try Pair()

        #expect(try pair.call("a.b", "Echo", [.string("x")]) == .success([.string("x")]))
        #expect(try pair.call(nil, "Echo", [.string("x")]) == .success([.string("x")]))
    }

    @Test("what is not there has its standard error")
    func unknown() throws {
        let pair = try Pair()

        #expect(try pair.call("a.b", "Echo", path: "/b").errorName == .unknownObject)
        #expect(try pair.call("a.c", "Echo").errorName == .unknownInterface)
        #expect(try pair.call("a.b", "Ech").errorName == .unknownMethod)
        #expect(try pair.call(nil, "Ech").errorName == .unknownMethod)
        #expect(try pair.call("a.b", "Echo", [.int32(1)]).errorName == .invalidArguments)
        #expect(try pair.call("a.b", "Echo").errorName == .invalidArguments)
        #expect(try pair.call("a.b", "Echo", [.string("a"), .string("b")]).errorName == .invalidArguments)
        #expect(try pair.call(Self.properties, "Gett").errorName == .unknownMethod)
        #expect(try pair.property("Get", .string("a.b"), .string("No")).errorName == .unknownProperty)
        #expect(try pair.property("Get", .string("a.c"), .string("Level")).errorName == .unknownInterface)
        #expect(try pair.property("Get", .string("a.b")).errorName != nil)
        #expect(try pair.property("Get", .int32(1), .string("Level")).errorName != nil)
        #expect(try pair.property("GetAll", .string("not a name")).errorName == .unknownInterface)
        #expect(try pair.property("Set", .string("a.b"), .string("Level"), .int32(1)).errorName != nil)
    }

    @Test("an answer of the wrong types is an error to the caller and a report to the owner")
    func wrongAnswers() throws {
        let pair = try Pair()

        #expect(try pair.call("a.b", "Wrong").errorName == .failed)
        #expect(try pair.call("a.b", "Nul").errorName == .failed)
        #expect(pair.errors.count == 2)
    }

    @Test("a call is answered once, also when its handler forgets it")
    func answeredOnce() throws {
        let pair = try Pair()

        #expect(try pair.call("a.b", "Twice") == .success([]))
        #expect(try pair.call("a.b", "Dropped").errorName == .failed)
        #expect(pair.errors.isEmpty)
    }

    @Test("a caller that wants no answer gets none")
    func noReply() throws {
        let pair = try Pair()
        var strays = 0
        pair.client.onError = { _ in strays += 1 }
        for member in ["Twice", "Dropped", "Wrong", "Nope"] as [MemberName] {
            pair.client.send(
                .methodCall(
                    to: pair.server.uniqueName, path: "/a", interface: "a.b", member: member, noReply: true))
        }

        #expect(try pair.call("a.b", "Echo", [.string("x")]) == .success([.string("x")]))
        #expect(strays == 0)
    }

    @Test("a property is read, set with the right type and right value only, and read-only ones stay")
    func settingProperties() throws {
        let pair = try Pair()
        let level = Value.string("Level")

        #expect(try pair.property("Get", .string("a.b"), level) == .success([.variant(.int32(1))]))
        #expect(try pair.property("Set", .string("a.b"), level, .variant(.int32(7))) == .success([]))
        #expect(try pair.property("Get", .string("a.b"), level) == .success([.variant(.int32(7))]))
        #expect(try pair.property("Set", .string("a.b"), level, .variant(.int32(-7))).errorName == .invalidArguments)
        #expect(try pair.property("Set", .string("a.b"), level, .variant(.string("7"))).errorName == .invalidArguments)
        #expect(
            try pair.property("Set", .string("a.b"), .string("Name"), .variant(.string("m"))).errorName
                == .propertyReadOnly)
        #expect(pair.level == 7)
    }

    @Test("GetAll leaves out what fails or cannot be sent, and reports what is a mistake of ours")
    func getAll() throws {
        let pair = try Pair()

        let all = try #require(pair.property("GetAll", .string("a.b")).value?.first?.asVardict)

        #expect(
            all == ["Level": .int32(1), "Name": .string("n"), "Tracks": .strings([]), "Position": .int64(5)])
        #expect(pair.errors.count == 2)
        #expect(try pair.property("GetAll", .string("org.freedesktop.DBus.Peer")).value?.first?.asVardict == [:])
        #expect(try pair.property("Get", .string("a.b"), .string("Odd")).errorName == .failed)
        #expect(try pair.property("Get", .string("a.b"), .string("Unsendable")).errorName != nil)
    }

    @Test("a shut gate answers everything of its interface, and nothing of the others")
    func gates() throws {
        let pair = try Pair()
        pair.isShut = true

        #expect(try pair.call("a.gated", "Do").errorName == "a.b.Shut")
        #expect(try pair.property("Get", .string("a.gated"), .string("P")).errorName == "a.b.Shut")
        #expect(try pair.property("GetAll", .string("a.gated")).errorName == "a.b.Shut")
        #expect(try pair.property("Get", .string("a.b"), .string("Level")).errorName == nil)
        pair.isShut = false
        #expect(try pair.call("a.gated", "Do") == .success([]))
    }

    @Test("changes of one turn are told in one signal, with the values at its end")
    func coalescing() throws {
        let pair = try Pair()
        var signals: [[Value]] = []
        let match = pair.client.addMatch(MatchRule(interface: Self.properties)) { message in
            signals.append((try? message.arguments()) ?? [])
        }
        try pair.stage.settle(pair.client)

        pair.object.emitPropertiesChanged("a.b", ["Level", "Name"])
        pair.level = 2
        pair.object.emitPropertiesChanged("a.b", ["Tracks", "Level"])
        pair.object.emitPropertiesChanged("a.b", ["Missing", "Nope", "Position"])
        pair.object.emitPropertiesChanged("a.no", ["Level"])
        pair.level = 3

        #expect(pair.stage.reactor.turn(until: { !signals.isEmpty }))
        try pair.stage.settle(pair.server)
        try pair.stage.settle(pair.client)
        #expect(signals == [[.string("a.b"), .vardict([("Level", .int32(3))]), .strings(["Tracks", "Missing"])]])
        match.cancel()
    }

    @Test("changes before the export, and while the object is away, are not told later")
    func unexported() throws {
        let pair = try Pair()
        let object = ExportedObject(interfaces: [Interface("c.d", properties: [Property("P", "i") { .int32(1) }])])
        var signals = 0
        let match = pair.client.addMatch(MatchRule(path: "/c")) { _ in signals += 1 }

        object.emitPropertiesChanged("c.d", ["P"])
        pair.server.export(object, at: "/c")
        try pair.stage.settle(pair.client)
        pair.server.unexport("/c")
        object.emitPropertiesChanged("c.d", ["P"])
        pair.server.export(object, at: "/c")
        object.emitPropertiesChanged("c.d", ["P"])

        #expect(pair.stage.reactor.turn(until: { signals > 0 }))
        try pair.stage.settle(pair.server)
        try pair.stage.settle(pair.client)
        #expect(signals == 1)
        match.cancel()
    }

    @Test("a signal goes to all that match, or to one alone")
    func signals() throws {
        let pair = try Pair()
        let other = try pair.stage.connect()
        var heard: [String] = []
        let matches = [
            pair.client.addMatch(MatchRule(interface: "a.b", member: "Rang")) {
                heard.append("client \($0.firstNumber)")
            },
            other.addMatch(MatchRule(path: "/a")) { heard.append("other \($0.firstNumber)") },
        ]
        try pair.stage.settle(pair.client)
        try pair.stage.settle(other)

        try pair.object.emitSignal("a.b", "Rang", [.uint32(1)], to: other.uniqueName)
        try pair.object.emitSignal("a.b", "Rang", [.uint32(2)])

        #expect(pair.stage.reactor.turn(until: { heard.count >= 3 }))
        #expect(heard.sorted() == ["client 2", "other 1", "other 2"])
        for match in matches { match.cancel() }
    }

    @Test("introspection describes exactly what is served")
    func introspection() throws {
        let pair = try Pair()
        let object = ExportedObject(interfaces: [
            Interface(
                "c.d", methods: [Method("M", in: [Argument("x", "a{sv}")], out: [Argument("y", "(ib)")]) { _ in }],
                signals: [Signal("S", [Argument("z", "ao")])],
                properties: [
                    Property("R", "s") { .string("") },
                    Property("W", "d", emitsChange: .invalidates, set: { _, _ in }) { .double(0) },
                ])
        ])
        pair.server.export(object, at: "/c/d")

        let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
        let xml = try #require(pair.call(introspectable, "Introspect", path: "/c/d").value?.first?.asString)

        let expected = """
              <interface name="c.d">
                <method name="M">
                  <arg name="x" type="a{sv}" direction="in"/>
                  <arg name="y" type="(ib)" direction="out"/>
                </method>
                <signal name="S">
                  <arg name="z" type="ao"/>
                </signal>
                <property name="R" type="s" access="read"/>
                <property name="W" type="d" access="readwrite">
                  <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
                </property>
              </interface>
            """
        #expect(xml.contains(expected))
        for interface in ["Properties", "Introspectable", "Peer"] {
            #expect(xml.contains("<interface name=\"org.freedesktop.DBus.\(interface)\">"))
        }
        for (path, children) in [("/", ["a", "c"]), ("/c", ["d"])] as [(ObjectPath, [String])] {
            let parent = try #require(pair.call(introspectable, "Introspect", path: path).value?.first?.asString)
            for child in children { #expect(parent.contains("<node name=\"\(child)\"/>")) }
        }
    }

    @Test("Peer answers on every path")
    func peer() throws {
        let pair = try Pair()

        #expect(try pair.call("org.freedesktop.DBus.Peer", "Ping") == .success([]))
        #expect(try pair.call("org.freedesktop.DBus.Peer", "Ping", path: "/nowhere") == .success([]))
        #expect(try pair.call("org.freedesktop.DBus.Peer", "Pong").errorName != nil)
    }

    @Test("Peer tells the identifier of the machine, and waits for nothing")
    func peerOfAll() throws {
        let pair = try Pair()
        pair.object.admission = { _ in }

        #expect(try pair.call("org.freedesktop.DBus.Peer", "Ping") == .success([]))
        #expect(try pair.call("org.freedesktop.DBus.Peer", "Pong").errorName == .unknownMethod)
        // A machine without one has an error.
        let answer = try pair.call("org.freedesktop.DBus.Peer", "GetMachineId")
        #expect(answer.errorName != nil || answer.value?.first?.asString?.utf8.count == 32)
    }

    @Test("callers that take turns each get their own empty answers")
    func emptyAnswers() throws {
        let pair = try Pair()
        let other = try pair.stage.connect()

        for client in [pair.client, pair.client, other, other, pair.client, other, other, other] {
            #expect(try pair.stage.call(client, pair.server, "a.gated", "Do") == .success([]))
        }
    }

    @Test("admission is not asked while it would let every call go at once")
    func admitsAtOnce() throws {
        let pair = try Pair()
        var isFree = true
        var held: [() -> Void] = []
        pair.object.admission = { held.append($0) }
        pair.object.admitsAtOnce = { isFree }

        #expect(try pair.call("a.gated", "Do") == .success([]))
        #expect(held.isEmpty)
        isFree = false
        var isAnswered = false
        let message = Message.methodCall(
            to: pair.server.uniqueName, path: "/a", interface: "a.gated", member: "Do")
        pair.client.call(message, within: .seconds(60)) { _ in isAnswered = true }
        #expect(pair.stage.reactor.turn(until: { held.count == 1 }, within: .seconds(60)))
        #expect(!isAnswered && pair.server.unansweredCalls == 1)
        held.removeFirst()()
        #expect(pair.stage.reactor.turn(until: { isAnswered }, within: .seconds(60)))
        #expect(pair.server.unansweredCalls == 0)
    }

    @Test("an exported object, a match and a request may be used after their connection is gone")
    func outlived() throws {
        let pair = try Pair()
        var connection: Connection? = Connection(address: pair.server.address, reactor: pair.stage.reactor)
        try connection?.open()
        let object = ExportedObject(interfaces: [Interface("a.b", properties: [Property("P", "i") { .int32(1) }])])
        connection?.export(object, at: "/a")
        let match = connection?.addMatch(MatchRule(member: "Rang")) { _ in }
        let request = connection?.requestName("a.b.Outlived") { _ in }
        weak let gone = connection
        connection = nil

        #expect(gone == nil)
        object.emitPropertiesChanged("a.b", ["P"])
        match?.cancel()
        request?.release()
        #expect(try pair.call("a.b", "Echo", [.string("x")]) == .success([.string("x")]))
    }

    @Test("random arguments are an error or an answer, never a trap", arguments: 0..<10)
    func garbage(seed: Int) throws {
        let pair = try Pair()
        var values = RandomValues(seed: UInt64(seed))
        let targets: [(InterfaceName?, MemberName)] = [
            ("a.b", "Echo"), (Self.properties, "Get"), (Self.properties, "GetAll"), (Self.properties, "Set"),
            (nil, "Set"),
            ("org.freedesktop.DBus.Introspectable", "Introspect"), ("org.freedesktop.DBus.Peer", "GetMachineId"),
        ]
        for _ in 0..<30 {
            let (interface, member) = targets[values.int(0...(targets.count - 1))]
            let message = Message.methodCall(
                to: pair.server.uniqueName, path: "/a", interface: interface, member: member)
            try? message.append(contentsOf: (0..<values.int(0...3)).map { _ in values.value(depth: 4) })
            _ = try pair.stage.call(message, from: pair.client)
        }
    }
}

extension Message {
    /// The first argument as a number, or -1.
    fileprivate var firstNumber: Int64 { (try? arguments().first?.asInt64) ?? -1 }
}
