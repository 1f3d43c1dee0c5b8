// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Apps that register on org.baton.Baton1 (docs/dbus-api.md, dbus/org.baton.Baton1.*.xml).
@Suite struct AppTests {
    /// An app that exports the interface org.baton.Baton1.Responder.
    final class App {
        let connection: Connection
        /// The commands that it received.
        var received: [RemoteControlSubtype] = []
        /// Its reply; nil for none.
        var answer: Bool? = true
        private let stage: AgentStage

        init(on stage: AgentStage, at paths: [ObjectPath] = ["/app"]) throws {
            self.stage = stage
            connection = try stage.connect()
            let object = ExportedObject(interfaces: [
                Interface(
                    "org.baton.Baton1.Responder",
                    methods: [
                        Method(
                            "RemoteControlReceived", in: [Argument("subtype", "u"), Argument("timestamp", "t")],
                            out: [Argument("handled", "b")]
                        ) { [unowned self] in receive($0) }
                    ])
            ])
            for path in paths { connection.export(object, at: path) }
        }

        private var held: [Invocation] = []

        private func receive(_ call: Invocation) {
            if case .uint32(let number) = call.arguments[0],
                let subtype = RemoteControlSubtype(rawValue: Int(number))
            {
                received.append(subtype)
            }
            guard let answer else { return held.append(call) }
            call.reply(.boolean(answer))
        }

        @discardableResult
        func register(_ path: ObjectPath = "/app", _ options: [(String, Value)] = []) throws -> ErrorName? {
            try stage.baton("Register", .objectPath(path), .vardict(options), from: connection).errorName
        }

        func id(_ path: ObjectPath = "/app") -> String { (connection.uniqueName?.rawValue ?? "") + path.rawValue }

        var handled: AgentStage.Sent { AgentStage.Sent(isHandled: true, responder: id()) }
    }

    /// Starts a player that plays and an app that has not registered yet.
    private func scene(_ settings: [String] = []) throws -> (AgentStage, StagePlayer, App) {
        let stage = try AgentStage(settings)
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        return (stage, player, try App(on: stage))
    }

    @Test("MPRIS14: a registered app that plays stands with the Playing ones, and receives events")
    func playing() throws {
        let (stage, player, app) = try scene()
        #expect(try app.register("/app", [("playing", .boolean(true)), ("identity", .string("My App"))]) == nil)
        try stage.expectChain([app.id(), "player"])
        #expect(try stage.send(.nextTrack) == app.handled)
        #expect(app.received == [.nextTrack])
        // The face shows the first player, but its commands go to the first responder.
        #expect(try stage.face("Next").errorName == nil)
        #expect(app.received == [.nextTrack, .nextTrack])
        #expect(try stage.read("Identity", of: StagePlayer.root).get() == .string("The player"))
        // Registering again replaces the options.
        try app.register("/app", [("playing", .boolean(false))])
        try stage.expectChain(["player", app.id()])
        #expect(player.calls == [])
    }

    @Test("what an app did not handle goes on to the next responder")
    func notHandled() throws {
        let (stage, player, app) = try scene()
        app.answer = false
        try app.register("/app", [("playing", .boolean(true))])
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(app.received == [.nextTrack])
        #expect(player.calls == ["Next"])
    }

    @Test("an app that says nothing for 250 ms has handled it, for it may have acted")
    func silent() throws {
        let (stage, player, app) = try scene(["routing.app-timeout=250ms", "routing.call-timeout=1min"])
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        let start = ContinuousClock.now
        #expect(try stage.send(.nextTrack) == app.handled)
        let took = ContinuousClock.now - start
        // A player has a minute here, and the caller waits for half of it: the answer shows that another limit counted.
        #expect(took > .milliseconds(200), "\(took)")
        #expect(player.calls == [])
    }

    @Test("an app that has no such object does not handle; the event goes on")
    func deadObject() throws {
        let (stage, player, app) = try scene()
        try app.register("/elsewhere", [("playing", .boolean(true))])
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(player.calls == ["Next"])
    }

    @Test(
        "a client that leaves the bus is unregistered, and what waits for it fails or goes on",
        arguments: [RemoteControlSubtype.play, .nextTrack])
    func leaves(subtype: RemoteControlSubtype) throws {
        let (stage, player, app) = try scene()
        // A Play to a player that plays already is not sent (rule MPRIS52).
        if subtype == .play { try stage.set(player, "Paused") }
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        var outcome: Result<Message, DBusError>?
        try stage.post(subtype) { outcome = $0 }
        try #require(stage.turn { app.received == [subtype] })
        app.connection.close()
        try #require(stage.turn { outcome != nil })
        // Play may be repeated, Next may not.
        #expect(outcome?.errorName == (subtype == .play ? nil : .noReply))
        #expect(player.calls == (subtype == .play ? ["Play"] : []))
        try stage.expectChain(["player"])
    }

    @Test("BecomeFirstResponder and ResignFirstResponder move within the class")
    func becomes() throws {
        let stage = try AgentStage()
        _ = try stage.player("paused")
        try stage.expectChain(["paused"])
        let app = try App(on: stage)
        try app.register()
        try stage.expectChain(["paused", app.id()])
        #expect(
            try stage.baton("BecomeFirstResponder", .objectPath("/app"), from: app.connection).get() == [.boolean(true)]
        )
        try stage.expectChain([app.id(), "paused"])
        #expect(
            try stage.baton("ResignFirstResponder", .objectPath("/app"), from: app.connection).get() == [.boolean(true)]
        )
        try stage.expectChain(["paused", app.id()])
        _ = try stage.player("playing", "Playing")
        try stage.expectChain(["playing", "paused", app.id()])
        #expect(
            try stage.baton("BecomeFirstResponder", .objectPath("/app"), from: app.connection).get() == [
                .boolean(false)
            ])
        try stage.expectChain(["playing", app.id(), "paused"])
    }

    @Test("an app that cannot become first responder says so at Register, and is not moved")
    func cannotBecome() throws {
        let stage = try AgentStage()
        _ = try stage.player("paused")
        try stage.expectChain(["paused"])
        let app = try App(on: stage)
        try app.register("/app", [("can-become-first-responder", .boolean(false))])
        #expect(
            try stage.baton("BecomeFirstResponder", .objectPath("/app"), from: app.connection).get() == [
                .boolean(false)
            ])
        try stage.expectChain(["paused", app.id()])
    }

    @Test("Unregister takes the app out; what was never registered is InvalidArgs")
    func unregisters() throws {
        let stage = try AgentStage()
        let app = try App(on: stage)
        try app.register()
        try stage.expectChain([app.id()])
        // Another client's object is not the caller's.
        #expect(try stage.baton("Unregister", .objectPath("/app")).errorName == .invalidArguments)
        #expect(try stage.baton("Unregister", .objectPath("/app"), from: app.connection).errorName == nil)
        try stage.expectChain([])
        for method in ["Unregister", "BecomeFirstResponder", "ResignFirstResponder"] as [MemberName] {
            #expect(try stage.baton(method, .objectPath("/app"), from: app.connection).errorName == .invalidArguments)
        }
    }

    @Test("C3: an app that registers anew while a seek key is held gets the end of its seeking, once")
    func registersAnew() throws {
        let (stage, _, app) = try scene()
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id(), "player"])
        #expect(try stage.send(.beginSeekingForward) == app.handled)
        #expect(try stage.baton("Unregister", .objectPath("/app"), from: app.connection).errorName == nil)
        try app.register("/app", [("playing", .boolean(true))])
        #expect(stage.turn { app.received == [.beginSeekingForward, .endSeekingForward] })
        _ = try stage.send(.endSeekingForward)
        #expect(try stage.send(.beginSeekingForward) == app.handled)
        try app.register("/app", [("events", .strings(["motion"]))])
        #expect(
            stage.turn {
                app.received == [.beginSeekingForward, .endSeekingForward, .beginSeekingForward, .endSeekingForward]
            })
        _ = try stage.send(.endSeekingForward)
        try stage.settleAgent()
        #expect(app.received == [.beginSeekingForward, .endSeekingForward, .beginSeekingForward, .endSeekingForward])
    }

    @Test("a client may register sixteen objects; more is LimitsExceeded, and one less makes room")
    func limits() throws {
        let stage = try AgentStage()
        let app = try App(on: stage)
        for index in 0..<16 { #expect(try app.register(ObjectPath("/app/\(index)")) == nil) }
        #expect(try app.register("/app/more") == .limitsExceeded)
        #expect(try app.register("/app/3") == nil)
        _ = try stage.baton("Unregister", .objectPath("/app/3"), from: app.connection)
        #expect(try app.register("/app/more") == nil)
        #expect(try App(on: stage).register() == nil)
    }

    @Test(
        "an option of a wrong type is InvalidArgs, one that is not known is ignored",
        arguments: [
            ("playing", Value.string("yes"), true), ("event-types", .string("2"), true),
            ("event-types", .array(DBusArray("s", [.string("2")])), true), ("identity", .uint32(1), true),
            ("can-become-first-responder", .uint32(1), true), ("from-the-future", .uint32(1), false),
        ])
    func options(key: String, value: Value, isRefused: Bool) throws {
        let stage = try AgentStage()
        let app = try App(on: stage)
        #expect(try app.register("/app", [(key, value)]) == (isRefused ? .invalidArguments : nil))
        try stage.expectChain(isRefused ? [] : [app.id()])
    }

    @Test("an app that wants no remote control is passed over")
    func eventTypes() throws {
        let stage = try AgentStage()
        _ = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let app = try App(on: stage)
        try app.register(
            "/app", [("playing", .boolean(true)), ("event-types", .array(DBusArray("u", [.uint32(1)])))])
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(app.received == [])
    }
}
