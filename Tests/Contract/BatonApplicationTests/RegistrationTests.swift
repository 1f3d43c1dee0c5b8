// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonApplication
import BatonCoreMotion
import BatonDBus
import BatonEvents
import BatonTestSupport
import Glibc
import Testing

/// An application is registered at batond for as long as it wants its events.
@MainActor
@Suite struct RegistrationTests {
    private let stage: HostStage

    init() throws { stage = try HostStage() }

    @Test("APP1, APP3: a begin registers, what the walk took is handled, and an end takes it back")
    func commands() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        let ids = try stage.chain()
        try #require(ids.count == 1)

        #expect(try stage.send(.nextTrack) == ids[0])
        #expect(try stage.send(.stop) == nil, "no responder took it")
        #expect(stage.player.received == ["104", "102"])

        stage.application.endReceivingRemoteControlEvents()
        try #require(stage.turn { (try? stage.chain())?.isEmpty == true })
        #expect(try stage.send(.nextTrack) == nil)
        #expect(stage.player.received.count == 2 && host.state == .registered, "for shakes")
    }

    @Test("APP1: an application that wants neither commands nor shakes is not registered")
    func idle() throws {
        try stage.start()
        var options = ApplicationHostOptions()
        options.receivesShakes = false
        let host = try stage.join(options)
        try #require(stage.turn { host.state == .idle })

        stage.application.beginReceivingRemoteControlEvents()
        try #require(stage.turn { host.state == .registered })
        stage.application.endReceivingRemoteControlEvents()
        #expect(stage.turn { host.state == .idle })
        #expect(try stage.chain() == [])
    }

    @Test(
        "APP5: batond comes later, dies and comes again: the application is registered each time",
        arguments: [SIGTERM, SIGKILL])
    func restarts(_ signal: Int32) throws {
        let host = try stage.join()
        stage.application.beginReceivingRemoteControlEvents()
        try #require(stage.turn { host.state == .away })
        for _ in 0..<3 {
            try stage.start()
            try #require(stage.turn { host.state == .registered })
            #expect(try stage.send(.play) != nil)
            try stage.end(with: signal)
            try #require(stage.turn { host.state == .away })
        }
        #expect(stage.player.received == ["100", "100", "100"])
    }

    @Test("APP5: the bus is lost and comes back, and the application is registered there")
    func busComesBack() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        stage.stage.bus.kill()
        try #require(stage.turn { host.state == .away })
        try stage.stage.bus.start()
        try stage.start()
        #expect(stage.turn { host.state == .registered })
    }

    @Test("APP5: what changes while batond is away, or while it is asked, is what it is told")
    func changesMeanwhile() throws {
        let host = try stage.join()
        host.isPlaying = true
        stage.application.beginReceivingRemoteControlEvents()
        host.isPlaying = false
        stage.application.endReceivingRemoteControlEvents()
        try stage.start()
        try #require(stage.turn { host.state == .registered })
        stage.application.beginReceivingRemoteControlEvents()
        try #require(stage.turn { (try? stage.chain())?.count == 1 })
        host.isPlaying = true
        stage.application.endReceivingRemoteControlEvents()
        stage.application.beginReceivingRemoteControlEvents()
        #expect(stage.turn { (try? stage.chain())?.count == 1 })
        #expect(try stage.send(.play) != nil)
    }

    @Test("APP5: what the machine lacks is refused with a sentence that names it, and no event comes")
    func capabilities() throws {
        try stage.start()
        var options = ApplicationHostOptions()
        options.requiredCapabilities = ["accelerometer", "teleporter"]
        let host = try stage.join(options)
        stage.application.beginReceivingRemoteControlEvents()
        try #require(stage.turn { if case .refused = host.state { true } else { false } })
        guard case .refused(let error) = host.state else { return }
        #expect(error.message.contains("teleporter"), "\(error)")
        #expect(try stage.chain() == [])
    }

    @Test("APP5: a batond that does not know the call is asked once, and another one again")
    func older() throws {
        var asked = 0
        let connection = try stage.stage.connect()
        let interface = Interface(
            ApplicationInterface.name,
            methods: [
                Method("Register", in: [Argument("object", "o"), Argument("options", "a{sv}")]) { call in
                    asked += 1
                    call.fail(DBusError(.unknownMethod, "there is no Register"))
                }
            ])
        let object = ExportedObject(interfaces: [interface])
        connection.export(object, at: BatonBus.path)
        let request = try stage.stage.own(BatonBus.name, connection)
        let host = try stage.join()
        try #require(stage.turn { if case .refused = host.state { true } else { false } })
        try stage.settleAll()
        #expect(asked == 1)

        request.release()
        try #require(stage.turn { host.state == .away })
        try stage.start()
        #expect(stage.turn { host.state == .registered })
    }

    @Test("APP2: only batond may call the object")
    func strangers() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        let id = try #require(try stage.chain().first)
        let name = try BusName(String(id.prefix { $0 != "/" }))
        let answer = try stage.stage.call(
            name, host.options.objectPath, "org.baton.Baton1.Responder", "RemoteControlReceived",
            [.uint32(100), .uint64(7)])
        #expect(answer.errorName == .accessDenied)
        #expect(stage.player.received == [])
    }

    @Test("APP11: a responder that becomes first makes the application the first that is asked")
    func becomesFirst() throws {
        try stage.start()
        try stage.joinAndReceive()
        let own = try #require(try stage.chain().first)
        let second = Application()
        let window = Window()
        second.addWindow(window)
        let other = Recorder()
        other.place = window
        let host = ApplicationHost(second, identity: "Second", on: try stage.stage.connect())
        second.beginReceivingRemoteControlEvents()
        try #require(stage.turn { host.state == .registered })
        try #require(try stage.chain().count == 2)

        other.becomeFirstResponder()
        try #require(stage.turn { (try? stage.chain())?.last == own })
        stage.player.becomeFirstResponder()
        #expect(stage.turn { (try? stage.chain())?.first == own })
    }

    @Test("APP12: an end takes all back, also inside a handler, whose event is answered")
    func ends() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        stage.player.inside = { host.end() }
        #expect(try stage.send(.play) != nil)
        #expect(host.state == .ended)
        #expect(try stage.chain() == [])
        stage.application.beginReceivingRemoteControlEvents()
        host.end()
        try stage.settleAll()
        #expect(try stage.chain() == [] && host.state == .ended)
    }

    @Test("APP12: a host that is let go takes all back, also inside a handler")
    func letGo() throws {
        try stage.start()
        try stage.joinAndReceive()
        weak let host = stage.host
        stage.player.inside = { [stage] in stage.letGo() }
        #expect(try stage.send(.play) != nil)
        #expect(stage.turn { (try? stage.chain())?.isEmpty == true })
        #expect(host == nil)
    }
}
