// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonApplication
import BatonCoreMotion
import BatonDBus
import BatonEvents
import BatonMotion
import BatonTestSupport
import Glibc
import Testing

/// Shakes from batond and from the application's own sensor.
@MainActor
@Suite struct ShakeTests {
    private let stage: HostStage

    init() throws { stage = try HostStage() }

    private func join() throws -> ApplicationHost {
        try stage.start("shake.background-motion=Tuner")
        var options = ApplicationHostOptions()
        options.wantsBackgroundShakes = true
        return try stage.joinAndReceive(options)
    }

    @Test("APP3, APP4: a shake begins and ends in the first responder, and batond hears who took it")
    func shakes() throws {
        let host = try join()
        #expect(try stage.shake(0) == "unhandled")
        stage.player.takes.insert(.motionShake)
        #expect(try stage.shake(1) == "handled")
        #expect(try stage.shake(0) == "handled")
        #expect(try stage.shake(2) == "handled")
        #expect(stage.player.received == ["began", "ended", "began", "cancelled"])
        withExtendedLifetime(host) {}
    }

    @Test("APP4: batond dies in the middle of a shake: it is cancelled, once")
    func dies() throws {
        let host = try join()
        _ = try stage.shake(0)
        try stage.end(with: SIGKILL)
        try #require(stage.turn { host.state == .away })
        #expect(stage.player.received == ["began", "cancelled"])
        try stage.start("shake.background-motion=Tuner")
        try #require(stage.turn { host.state == .registered })
        #expect(stage.player.received == ["began", "cancelled"])
    }

    @Test("APP4, APP12: a host that ends in the middle of a shake cancels it")
    func endsMeanwhile() throws {
        let host = try join()
        stage.player.inside = { [player = stage.player] in
            player.inside = nil
            host.end()
        }
        _ = try stage.shake(0)
        #expect(stage.player.received == ["began", "cancelled"])
    }

    @Test("APP9: an application that refuses shake to edit, or asks itself, is not asked by batond")
    func answersItself() throws {
        let host = try join()
        stage.application.applicationSupportsShakeToEdit = false
        #expect(try stage.shake(0) == "unhandled")
        #expect(try stage.shake(1) == "handled")
        stage.application.applicationSupportsShakeToEdit = true
        let offer = Offer()
        stage.application.editOffer = offer
        #expect(try stage.shake(0) == "unhandled")
        #expect(try stage.shake(1) == "handled")
        #expect(offer.count == 1)
        stage.application.editOffer = nil
        #expect(try stage.shake(0) == "unhandled")
        #expect(try stage.shake(1) != "handled", "batond asks")
        withExtendedLifetime(host) {}
    }

    @Test("APP10: without batond the application's own sensor tells of shakes, and Device is told")
    func ownSensor() throws {
        let source = ShakenSource()
        let sensors = MotionSensors(source: source)
        let host = try stage.join()
        let device = Device(sensors: sensors)
        host.device = device
        host.sensors = sensors
        try #require(stage.turn { host.state == .away && !source.needs.isEmpty })
        source.shake(seconds: 1)
        source.rest(seconds: 1)
        #expect(stage.player.received == ["began", "ended"])

        source.shake(seconds: 0.9)
        host.isInFront = false
        #expect(source.needs.isEmpty)
        #expect(stage.player.received == ["began", "ended", "began", "cancelled"])
        host.isInFront = true
        #expect(!source.needs.isEmpty)

        try stage.start()
        try #require(stage.turn { host.state == .registered })
        #expect(source.needs.isEmpty, "batond tells of them now")
        try stage.end(with: SIGKILL)
        #expect(stage.turn { !source.needs.isEmpty })
        host.end()
        #expect(source.needs.isEmpty)
    }

    @Test("APP10: a sensor that is plugged in later is read from then on, and again when it comes back")
    func laterSensor() throws {
        let source = ShakenSource([])
        let host = try stage.join()
        host.sensors = MotionSensors(source: source)
        try #require(stage.turn { host.state == .away })
        try stage.settleAll()
        #expect(source.needs.isEmpty)
        source.plug([.accelerometer])
        try #require(!source.needs.isEmpty)
        source.rest(seconds: 1)
        source.shake(seconds: 0.9)
        #expect(stage.player.received == ["began"])
        source.plug([])
        source.runWork()
        #expect(stage.player.received == ["began", "cancelled"])
        source.plug([.accelerometer])
        source.shake(seconds: 1)
        source.rest(seconds: 1)
        #expect(stage.player.received == ["began", "cancelled", "began", "ended"])
        host.isInFront = false
        source.plug([])
        source.plug([.accelerometer])
        #expect(source.needs.isEmpty)
    }

    @Test("APP10: of a source that is asked first, it may turn out later whether there is a sensor")
    func unsettledSensor() throws {
        let source = ShakenSource([])
        source.isSettled = false
        let host = try stage.join()
        host.sensors = MotionSensors(source: source)
        try #require(stage.turn { host.state == .away })
        try stage.settleAll()
        source.settle()
        source.runWork()
        #expect(source.needs.isEmpty)
        source.plug([.accelerometer])
        #expect(!source.needs.isEmpty)
        withExtendedLifetime(host) {}
    }
}

/// Counts how often it is asked.
private final class Offer: EditOffer {
    var count = 0

    func offerUndoAndRedo(for event: Event) { count += 1 }
}

/// An accelerometer that is shaken as the test says.
private final class ShakenSource: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    private(set) var equipment: MotionEquipment
    var isSettled = true
    private var settled: [() -> Void] = []
    private var work: [() -> Void] = []
    private(set) var needs = MotionNeeds()
    private var time = 1000.0

    func read(_ needs: MotionNeeds) { self.needs = needs }

    init(_ sensors: Set<SensorKind> = [.accelerometer]) { equipment = MotionEquipment(sensors: sensors) }

    func perform(_ work: @escaping () -> Void) { self.work.append(work) }

    func whenSettled(_ then: @escaping () -> Void) { if isSettled { then() } else { settled.append(then) } }

    func settle() {
        isSettled = true
        for then in settled { then() }
        settled = []
    }

    func plug(_ sensors: Set<SensorKind>) {
        equipment.sensors = sensors
        events?(.equipmentChanged)
    }

    func runWork() {
        while !work.isEmpty { work.removeFirst()() }
    }

    func shake(seconds: Double) { play(seconds) { 25 * sin(2 * .pi * 4 * $0) } }

    func rest(seconds: Double) { play(seconds) { _ in 0 } }

    private func play(_ seconds: Double, _ force: (Double) -> Double) {
        for index in 0..<Int(seconds * 50) {
            time += 0.02
            let x = force(Double(index) * 0.02)
            events?(.sample(SensorSample(at: .seconds(time), x: x, y: 0, z: Acceleration.standardGravity)))
        }
    }
}
