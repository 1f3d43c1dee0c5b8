// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSensingSupport
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonSensing
@testable import BatonSession
@testable import BatonSettings

/// With a closed lid a shake is an accident and no user sees what is undone, so the sensor is off (rules SHAKE14 and
/// UNDO21).
@MainActor
@Suite struct LidTests {
    /// Acts as UPower; the real one needs a battery.
    @MainActor
    final class FakePower {
        static let name: BusName = "org.freedesktop.UPower"
        static let path: ObjectPath = "/org/freedesktop/UPower"
        var isClosed = false
        var hasLid = true
        private var request: NameRequest?
        private var object: ExportedObject?

        init(on stage: SensorStage) throws {
            let object = ExportedObject(interfaces: [
                Interface(
                    "org.freedesktop.UPower",
                    properties: [
                        Property("LidIsClosed", "b") { [unowned self] in .boolean(isClosed) },
                        Property("LidIsPresent", "b") { [unowned self] in .boolean(hasLid) },
                    ])
            ])
            self.object = object
            stage.other.export(object, at: Self.path)
            var isThere = false
            request = stage.other.requestName(Self.name) { isThere = $0 == .owned }
            try #require(stage.turn { isThere })
        }

        func close(_ isClosed: Bool) {
            self.isClosed = isClosed
            object?.emitPropertiesChanged("org.freedesktop.UPower", ["LidIsClosed"])
        }

        func leave() { request?.release() }
    }

    /// Whether the lid is closed, asked as at a shake.
    private func isClosed(_ stage: SensorStage) throws -> Bool {
        var answers: [Bool] = []
        stage.session.lid.ask { answers.append($0) }
        try #require(stage.turn { !answers.isEmpty })
        return answers[0]
    }

    @Test("closed: the sensor is off; opened: it is read again; UPower gone: the lid is unknown, and it is read")
    func upower() throws {
        let stage = try SensorStage()
        let power = try FakePower(on: stage)
        try stage.open()
        power.close(true)
        #expect(stage.turn { stage.status == "lid-closed" }, "\(stage.status)")
        #expect(try isClosed(stage))
        power.close(false)
        #expect(stage.turn { stage.isReading })
        #expect(try !isClosed(stage))
        power.close(true)
        #expect(stage.turn { stage.status == "lid-closed" })
        power.leave()
        #expect(stage.turn { stage.isReading })
    }

    @Test("closed from the start, and on a machine that has none")
    func fromStart() throws {
        let stage = try SensorStage()
        let power = try FakePower(on: stage)
        defer { power.leave() }
        power.isClosed = true
        stage.sensor.open()
        #expect(stage.turn { stage.status == "lid-closed" })
        let desktop = try SensorStage()
        let none = try FakePower(on: desktop)
        defer { none.leave() }
        none.isClosed = true
        none.hasLid = false
        try desktop.open()
        try desktop.settle(desktop.other)
        #expect(desktop.isReading)
    }

    @Test("with-lid-closed = yes: shakes count all the same")
    func allowed() throws {
        let stage = try SensorStage()
        let power = try FakePower(on: stage)
        defer { power.leave() }
        power.isClosed = true
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:ready"
        configuration.withLidClosed = true
        stage.sensor.apply(configuration)
        try stage.open()
        try stage.settle(stage.other)
        #expect(stage.isReading)
    }

    @Test("without UPower logind is asked at the shake")
    func logind() throws {
        let stage = try SensorStage()
        let login = try stage.login()
        try stage.open()
        #expect(try !isClosed(stage))
        login.isLidClosed = true
        #expect(try isClosed(stage))
        login.isLidClosed = false
        #expect(try !isClosed(stage))
    }

    @Test("SHAKE14: without UPower a lid that logind calls closed turns the sensor off, at the start and later")
    func closedByLogin() throws {
        let stage = try SensorStage("ready,began")
        let login = try stage.login()
        login.isLidClosed = true
        stage.sensor.open()
        #expect(stage.turn { stage.status == "lid-closed" && login.questions > 0 }, "\(stage.status)")
        try stage.settle(login.connection)
        // logind does not announce it, so that it is asked again.
        login.isLidClosed = false
        stage.pass(.seconds(2))
        #expect(stage.turn { stage.isReading && stage.phases.count == 1 })
        // The lid was closed without a word: a shake makes Baton ask.
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        login.isLidClosed = true
        login.set(isLocked: false)
        #expect(stage.turn { stage.status == "lid-closed" }, "\(stage.status)")
    }

    @Test("SHAKE14: a shake that begins although the lid was closed without a word is over")
    func closedAtShake() throws {
        let stage = try SensorStage("ready,began")
        let login = try stage.login()
        let observation = stage.sensor.observe { if case .phase = $0 { login.isLidClosed = true } }
        defer { observation.cancel() }
        stage.sensor.open()
        #expect(stage.turn { stage.status == "lid-closed" }, "\(stage.status)")
        #expect(stage.losses == 1)
    }

    @Test("a peer that is not UPower closes no lid")
    func forged() throws {
        let stage = try SensorStage()
        let power = try FakePower(on: stage)
        defer { power.leave() }
        try stage.open()
        let forger = Connection(address: stage.bus.address, reactor: stage.reactor)
        defer { forger.close() }
        try stage.connect(forger)
        try FakeLogin.signal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", at: FakePower.path,
            [.string("org.freedesktop.UPower"), .vardict([("LidIsClosed", .boolean(true))]), .strings([])],
            from: forger)
        try stage.settle(forger)
        #expect(stage.isReading)
    }
}
