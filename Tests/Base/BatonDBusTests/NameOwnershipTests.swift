// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@Suite("Owning and watching names")
struct NameOwnershipTests {
    @Test("a name is owned, and free again when it is released")
    func owning() throws {
        let stage = try BusStage()
        let (first, second) = try (stage.connect(), stage.connect())
        var states: [NameOwnership] = []
        let request = first.requestName("org.x.Y") { states.append($0) }
        #expect(stage.reactor.turn(until: { states == [.owned] }))
        var owners: [BusName?] = []
        let watch = second.watchName("org.x.Y") { owners.append($0) }
        #expect(stage.reactor.turn(until: { owners == [first.uniqueName] }))

        request.release()

        #expect(stage.reactor.turn(until: { owners == [first.uniqueName, nil] }))
        #expect(states == [.owned])
        watch.cancel()
    }

    @Test("a taken name is taken, and asked for again when it is free, if wished")
    func retrying() throws {
        let stage = try BusStage()
        let (first, second) = try (stage.connect(), stage.connect())
        let owner = first.requestName("org.x.Y") { _ in }
        try stage.settle(first)
        var patient: [NameOwnership] = []
        var impatient: [NameOwnership] = []
        let requests = [
            second.requestName("org.x.Y", retriesWhenFree: true) { patient.append($0) },
            try stage.connect().requestName("org.x.Y") { impatient.append($0) },
        ]
        #expect(stage.reactor.turn(until: { patient == [.taken] && impatient == [.taken] }))

        owner.release()

        #expect(stage.reactor.turn(until: { patient == [.taken, .owned] }))
        #expect(impatient == [.taken])
        for request in requests { request.release() }
    }

    @Test("a name that is queued for comes, and one that another takes over is lost")
    func queueing() throws {
        let stage = try BusStage()
        let (first, second) = try (stage.connect(), stage.connect())
        var owner: [NameOwnership] = []
        var heir: [NameOwnership] = []
        let request = first.requestName("org.x.Y", flags: [.allowReplacement, .doNotQueue]) { owner.append($0) }
        #expect(stage.reactor.turn(until: { owner == [.owned] }))
        let waiting = second.requestName("org.x.Y", flags: []) { heir.append($0) }
        #expect(stage.reactor.turn(until: { heir == [.queued] }))

        let thief = try stage.connect().requestName("org.x.Y", flags: [.replaceExisting, .doNotQueue]) { _ in }
        #expect(stage.reactor.turn(until: { owner == [.owned, .lost] }))
        thief.release()

        #expect(stage.reactor.turn(until: { heir == [.queued, .owned] }))
        request.release()
        waiting.release()
    }

    @Test("a name the bus refuses is refused, not fatal")
    func refused() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        var states: [NameOwnership] = []

        let request = connection.requestName(":1.77") { states.append($0) }

        #expect(stage.reactor.turn(until: { !states.isEmpty }))
        guard case .refused = states[0] else {
            Issue.record("it was \(states)")
            return
        }
        request.release()
    }

    @Test("a watch tells the owner that is there, and each that comes and goes, once")
    func watching() throws {
        let stage = try BusStage()
        let watcher = try stage.connect()
        var owners: [BusName?] = []
        let watch = watcher.watchName("org.x.Y") { owners.append($0) }
        #expect(stage.reactor.turn(until: { owners == [nil] }))

        let first = try stage.connect()
        _ = first.requestName("org.x.Y") { _ in }
        #expect(stage.reactor.turn(until: { owners.count == 2 }))
        let name = first.uniqueName
        first.close()
        #expect(stage.reactor.turn(until: { owners.count == 3 }))
        #expect(owners == [nil, name, nil])

        watch.cancel()
        _ = try stage.connect().requestName("org.x.Y") { _ in }
        try stage.settle(watcher)
        #expect(owners.count == 3)
    }

    @Test("a client that leaves is seen by its unique name")
    func uniqueName() throws {
        let stage = try BusStage()
        let (watcher, client) = try (stage.connect(), stage.connect())
        var owners: [BusName?] = []
        let name = try #require(client.uniqueName)
        let watch = watcher.watchName(name) { owners.append($0) }
        #expect(stage.reactor.turn(until: { owners == [name] }))

        client.close()

        #expect(stage.reactor.turn(until: { owners == [name, nil] }))
        watch.cancel()
    }

    @Test("a match is for what its rule says: first argument and namespace too")
    func rules() throws {
        let stage = try BusStage()
        let (sender, receiver) = try (stage.connect(), stage.connect())
        var heard: [String: Int] = [:]
        func listen(_ name: String, _ rule: MatchRule) -> Match {
            receiver.addMatch(rule) { _ in heard[name, default: 0] += 1 }
        }
        let matches = [
            listen("all", MatchRule(path: "/a")),
            listen("sender", MatchRule(sender: sender.uniqueName, path: "/a")),
            listen("other", MatchRule(sender: receiver.uniqueName, path: "/a")),
            listen("member", MatchRule(path: "/a", member: "T")),
            listen("arg0", MatchRule(path: "/a", arg0: "it's, here")),
            listen("space", MatchRule(path: "/a", arg0Namespace: "org.x")),
        ]
        try stage.settle(receiver)

        for (member, text) in [("S", "it's, here"), ("S", "org.x"), ("T", "org.x.Y"), ("S", "org.xy")] {
            let signal = Message.signal(path: "/a", interface: "a.b", member: try MemberName(member))
            try signal.append(.string(text))
            sender.send(signal)
        }
        let number = Message.signal(path: "/a", interface: "a.b", member: "S")
        try number.append(.int32(1))
        sender.send(number)

        #expect(stage.reactor.turn(until: { heard["all"] == 5 }))
        #expect(heard == ["all": 5, "sender": 5, "member": 1, "arg0": 1, "space": 2])
        for match in matches { match.cancel() }
    }

    @Test("a match that is cancelled by an earlier handler of the same signal is not called, and a new one not yet")
    func cancellingInHandler() throws {
        let stage = try BusStage()
        let (sender, receiver) = try (stage.connect(), stage.connect())
        var heard: [String] = []
        var second: Match?
        var third: Match?
        let first = receiver.addMatch(MatchRule(path: "/a")) { [unowned receiver] _ in
            heard.append("first")
            second?.cancel()
            if third == nil { third = receiver.addMatch(MatchRule(path: "/a")) { _ in heard.append("third") } }
        }
        second = receiver.addMatch(MatchRule(path: "/a")) { _ in heard.append("second") }
        try stage.settle(receiver)

        sender.send(.signal(path: "/a", interface: "a.b", member: "S"))
        #expect(stage.reactor.turn(until: { !heard.isEmpty }))
        #expect(heard == ["first"])
        try stage.settle(receiver)
        sender.send(.signal(path: "/a", interface: "a.b", member: "S"))

        #expect(stage.reactor.turn(until: { heard.count == 3 }))
        #expect(heard == ["first", "first", "third"])
        first.cancel()
        third?.cancel()
    }

    @Test("two matches of one rule are each called once a signal, and ending one leaves the other")
    func sharedRule() throws {
        let stage = try BusStage()
        let (sender, receiver) = try (stage.connect(), stage.connect())
        var counts = [0, 0]
        let matches = (0..<2).map { index in receiver.addMatch(MatchRule(path: "/a")) { _ in counts[index] += 1 } }
        try stage.settle(receiver)

        sender.send(.signal(path: "/a", interface: "a.b", member: "S"))
        #expect(stage.reactor.turn(until: { counts == [1, 1] }))
        matches[0].cancel()
        try stage.settle(receiver)
        sender.send(.signal(path: "/a", interface: "a.b", member: "S"))

        #expect(stage.reactor.turn(until: { counts == [1, 2] }))
        matches[1].cancel()
    }

    @Test("a bus that does not answer in time is asked again: for the owner of a name, and for a name of ours")
    func busyBus() throws {
        let bus = try PrivateBus()
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let connection = Connection(address: bus.address, reactor: reactor)
        try connection.open()
        try #require(reactor.turn(until: { connection.uniqueName != nil }))
        var owners: [BusName?] = []
        var ownerships: [NameOwnership] = []
        bus.suspend()
        let watch = connection.watchName("org.x.Nobody") { owners.append($0) }
        let request = connection.requestName("org.x.Ours") { ownerships.append($0) }
        for _ in 0..<3 {
            clock.advance(by: .seconds(6))
            reactor.turnUntilIdle()
        }
        #expect(owners.isEmpty && ownerships.isEmpty, "\(owners) \(ownerships)")
        bus.resume()
        // The replies that come now are late. Those to the repeated questions are in time.
        #expect(
            reactor.turn(until: {
                clock.advance(by: .milliseconds(50))
                return !owners.isEmpty && !ownerships.isEmpty
            }))
        #expect(owners == [nil])
        #expect(ownerships == [.owned])
        watch.cancel()
        request.release()
        connection.close()
    }

    @Test("the bus tells names, owners and processes")
    func busQuestions() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        let name = try #require(connection.uniqueName)
        var names: [String] = []
        var owner: BusName?
        var absent: ErrorName?
        var process: UInt32?

        connection.listNames { names = $0.value ?? [] }
        connection.nameOwner(of: name) { owner = $0.value }
        connection.nameOwner(of: "org.not.There") { absent = $0.errorName }
        connection.connectionProcessID(of: name) { process = $0.value }

        #expect(stage.reactor.turn(until: { process != nil }))
        #expect(names.contains(name.rawValue))
        #expect(owner == name)
        #expect(absent == .nameHasNoOwner)
        #expect(process == UInt32(getpid()))
    }
}
