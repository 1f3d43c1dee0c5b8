// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// What batonctl calls on org.baton.Baton1 (docs/dbus-api.md).
@Suite struct ControlTests {
    @Test(
        "issue 2: an event subtype that does not exist is InvalidArgs, and says which exist",
        arguments: [0, 99, 110, UInt32.max])
    func unknownSubtype(subtype: UInt32) throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        guard case .failure(let error) = try stage.baton("SendRemoteControlEvent", .uint32(subtype)) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.name == .invalidArguments)
        #expect(error.message.contains("100") && error.message.contains("109"))
        #expect(player.calls == [])
    }

    @Test("arguments of wrong types are InvalidArgs, unknown methods and properties say so")
    func wrongCalls() throws {
        let stage = try AgentStage()
        #expect(try stage.baton("SendRemoteControlEvent", .string("next")).errorName == .invalidArguments)
        #expect(try stage.baton("Register", .objectPath("/a")).errorName == .invalidArguments)
        #expect(try stage.baton("PressKey").errorName == .unknownMethod)
        #expect(try stage.baton("Pin", .string("not a name!")).errorName == .invalidArguments)
        #expect(try stage.baton("Pin", .string("")).errorName == .invalidArguments)
        #expect(try stage.baton("Unignore", .string("nobody")).errorName == .invalidArguments)
        #expect(throws: DBusError.self) { try stage.property("Nonsense") }
    }

    @Test("MPRIS39, E9: an event without a responder is unhandled; on the face it is NoActivePlayer")
    func unhandled() throws {
        let stage = try AgentStage()
        #expect(try stage.send(.nextTrack) == .unhandled)
        #expect(try stage.face("Next").errorName == "com.github.altdesktop.playerctld.NoActivePlayer")
    }

    @Test("C6: a disabled command reaches no responder, and the caller hears so")
    func disabled() throws {
        let stage = try AgentStage(["remote-control.disabled=next-track"])
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        #expect(try stage.send(.nextTrack) == .unhandled)
        #expect(try stage.face("Next").errorName == .notSupported)
        #expect(try stage.send(.previousTrack) == .by("player"))
        #expect(player.calls == ["Previous"])
    }

    @Test("C3: a second begin and an end of nothing are no events; the other direction ends the first")
    func seeking() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        #expect(try stage.send(.endSeekingForward) == .unhandled)
        #expect(try stage.send(.beginSeekingForward) == .by("player"))
        #expect(try stage.send(.beginSeekingForward) == .unhandled)
        #expect(try stage.send(.beginSeekingBackward) == .by("player"))
        #expect(try stage.send(.endSeekingBackward) == .by("player"))
        #expect(player.calls.contains("Seek 2000000") && player.calls.contains { $0.hasPrefix("Seek -") })
    }

    @Test("MPRIS35: pin and ignored players persist over a restart; the file is the user's alone")
    func persists() throws {
        let stage = try AgentStage()
        _ = try stage.player("a", "Playing")
        _ = try stage.player("b")
        _ = try stage.player("c")
        try stage.expectChain(["a", "b", "c"])
        #expect(try stage.baton("Pin", .string("org.mpris.MediaPlayer2.b")).errorName == nil)
        #expect(try stage.baton("Ignore", .string("c")).errorName == nil)
        try stage.expectChain(["b", "a"])
        #expect(try stage.property("Pinned") == .string("b"))
        #expect(try stage.property("Ignored").asStringArray == ["c"])
        #expect(try stage.stopAgent() == 0)
        try stage.startAgent()
        try stage.expectChain(["b", "a"])
        #expect(try stage.property("Pinned") == .string("b"))
        #expect(try stage.baton("Unpin").errorName == nil)
        #expect(try stage.baton("Unignore", .string("c")).errorName == nil)
        try stage.expectChain(["a", "b", "c"])
        try stage.stopAgent()
        try stage.startAgent()
        try stage.expectChain(["a", "b", "c"])
        #expect(try stage.property("Pinned") == .string(""))
    }

    @Test("MPRIS35: after a restart, the last run's first player breaks the tie")
    func lastFirst() throws {
        let stage = try AgentStage()
        _ = try stage.player("a")
        let b = try stage.player("b")
        try stage.set(b, "Playing")
        try stage.expectChain(["b", "a"])
        // It is used, so that its start counts, however short it is.
        #expect(try stage.send(.nextTrack) == .by("b"))
        try stage.set(b, "Paused")
        try stage.expectChain(["b", "a"])
        try stage.stopAgent()
        try stage.startAgent()
        try stage.expectChain(["b", "a"])
    }

    @Test("pins and ignores that come too often are LimitsExceeded")
    func rateLimit() throws {
        let stage = try AgentStage()
        let answers = try (0..<30).map { _ in try stage.baton("Unpin").errorName }
        #expect(answers.first == .some(nil))
        #expect(answers.last == .limitsExceeded)
    }

    @Test("32 clients watch events at most; one that leaves, and one that stops, make room")
    func monitors() throws {
        let stage = try AgentStage()
        let clients = try (0..<33).map { _ in try stage.connect() }
        for client in clients.prefix(32) {
            #expect(try stage.baton("Monitor", .boolean(true), from: client).errorName == nil)
        }
        #expect(try stage.baton("Monitor", .boolean(true), from: clients[0]).errorName == nil, "it watches already")
        #expect(try stage.baton("Monitor", .boolean(true), from: clients[32]).errorName == .limitsExceeded)
        #expect(try stage.baton("Monitor", .boolean(false), from: clients[1]).errorName == nil)
        #expect(try stage.baton("Monitor", .boolean(true), from: clients[32]).errorName == nil)
        #expect(try stage.baton("Monitor", .boolean(true), from: clients[1]).errorName == .limitsExceeded)
        clients[0].close()
        #expect(stage.turn { (try? stage.baton("Monitor", .boolean(true), from: clients[1]).errorName) == .some(nil) })
    }

    @Test("consent is asked for five times a minute at most, whatever the answer is")
    func consents() throws {
        let stage = try AgentStage()
        for _ in 0..<5 { #expect(try stage.baton("RequestConsent", .string("gtk-actions")).errorName == nil) }
        #expect(try stage.baton("RequestConsent", .string("gtk-actions")).errorName == .limitsExceeded)
    }

    @Test("FirstResponder, Responders and Reasons name the responders, and signal each change")
    func properties() throws {
        let stage = try AgentStage()
        var changed: Set<String> = []
        var values = 0
        let watcher = try stage.connect()
        let match = watcher.addMatch(
            MatchRule(path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties")
        ) { message in
            guard let arguments = try? message.arguments(), arguments.count == 3 else { return }
            changed.formUnion(arguments[2].asStringArray ?? [])
            values += arguments[1].asVardict?.count ?? 0
        }
        defer { match.cancel() }
        try stage.settle(watcher)
        let a = try stage.player("a", "Playing")
        let first = Value.string("org.mpris.MediaPlayer2.a")
        #expect(stage.turn { changed.isSuperset(of: ["FirstResponder", "Responders", "Reasons"]) })
        #expect(try stage.property("FirstResponder") == first)
        #expect(
            try stage.property("Reasons") == .dictionary(DBusDictionary("s", "s", [.init(first, .string("playing"))])))
        guard case .array(let responders) = try stage.property("Responders") else { return }
        #expect(
            responders.elements == [.structure([first, .string("The a"), .string("Playing"), .boolean(false)])])
        changed = []
        a.leave()
        #expect(stage.turn { changed.contains("FirstResponder") })
        #expect(try stage.property("FirstResponder") == .string(""))
        #expect(values == 0, "a signal tells a sandboxed listener what it may not read")
        #expect(try stage.property("Version").asString?.isEmpty == false)
        #expect(try stage.property("Policy") == .string("playing"))
    }

    @Test("Monitor tells the caller that asked, and no other, of each event, until it is off")
    func monitor() throws {
        let stage = try AgentStage()
        _ = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        var seen: [[Value]] = []
        var overheard = 0
        let watcher = try stage.connect()
        let match = watcher.addMatch(MatchRule(interface: AgentStage.application, member: "Event")) { message in
            seen.append((try? message.arguments()) ?? [])
        }
        let other = stage.client.addMatch(MatchRule(interface: AgentStage.application, member: "Event")) { _ in
            overheard += 1
        }
        defer {
            match.cancel()
            other.cancel()
        }
        #expect(try stage.baton("Monitor", .boolean(true), from: watcher).errorName == nil)
        _ = try stage.send(.nextTrack)
        _ = try stage.face("Previous")
        _ = try stage.send(.endSeekingForward)
        try stage.settle(watcher)
        try stage.settle(watcher)
        #expect(seen.count == 2)
        let event = try #require(seen.first)
        #expect(event[0] == .uint32(UInt32(RemoteControlSubtype.nextTrack.rawValue)))
        #expect(event[2] == .string("baton"))
        #expect(event[3] == .string(stage.client.uniqueName?.rawValue ?? ""))
        #expect(event[4] == .string("org.mpris.MediaPlayer2.player"))
        #expect(event[5] == .string("handled"))
        #expect(event[6].asInt64 ?? 0 > 0)
        #expect(seen.last?[2] == .string("mpris"))
        #expect(try stage.baton("Monitor", .boolean(false), from: watcher).errorName == nil)
        _ = try stage.send(.nextTrack)
        try stage.settle(watcher)
        #expect(seen.count == 2)
        try stage.settle(stage.client)
        #expect(overheard == 0)
    }

    @Test("MPRIS40: Shift and Unshift go round the players")
    func shift() throws {
        let stage = try AgentStage()
        for name in ["a", "b", "c"] { _ = try stage.player(name) }
        try stage.expectChain(["a", "b", "c"])
        var seen: [String] = []
        for _ in 0..<3 {
            seen.append(try stage.face("Shift", of: AgentStage.playerctld).get().first?.asString ?? "")
        }
        #expect(Set(seen).count == 3)
        let back = try stage.face("Unshift", of: AgentStage.playerctld).get().first?.asString
        #expect(back == seen[1])
    }
}
