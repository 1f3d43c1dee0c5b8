// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonReactor
import BatonSensingSupport
import BatonSensorLink
import BatonTestSupport
import BatonValues
import SystemPackage
import Testing

@testable import BatonSensing
@testable import BatonSettings

/// When the sensor is read, and what is reported about it (rule SHAKE14).
@MainActor
@Suite struct MotionSensorTests {
    private func open(
        _ stage: SensorStage, _ then: @escaping (Result<Void, DBusError>) -> Void
    ) {
        guard let client = stage.other.uniqueName else { return }
        stage.streams.open(StreamRequest(), for: client) { result in
            switch result {
            case .success(let (pipe, _)):
                try? pipe.close()
                then(.success(()))
            case .failure(let error): then(.failure(error))
            }
        }
    }

    @Test("SHAKE14: the switch and the pause stop the sensor and start it, and a shake under way is over once")
    func switches() throws {
        let stage = try SensorStage("ready,began")
        try stage.open()
        try #require(stage.turn { stage.phases.count == 1 })
        stage.shakeSwitch.isOn = false
        #expect(stage.status == "off-by-user")
        #expect(stage.losses == 1)
        stage.shakeSwitch.isOn = true
        try #require(stage.turn { stage.isReading })
        stage.shakeSwitch.pause(until: .max)
        #expect(stage.status == "paused")
        stage.shakeSwitch.pause(until: 0)
        #expect(stage.turn { stage.isReading })
        #expect(stage.losses == 2)
    }

    @Test("an applied configuration switches it off and on")
    func configuration() throws {
        let stage = try SensorStage()
        try stage.open()
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:ready"
        configuration.isEnabled = false
        stage.sensor.apply(configuration)
        #expect(stage.status == "off-by-configuration")
        configuration.isEnabled = true
        stage.sensor.apply(configuration)
        #expect(stage.turn { stage.isReading })
    }

    @Test(
        "a rate for people: whatever number the sensor's process tells is a text and no trap",
        arguments: [
            (50, "50 Hz"), (12.5, "12.5 Hz"), (.nan, "0 Hz"), (-.infinity, nil), (.infinity, nil), (1e300, nil),
            (-1e300, nil), (0x1p63, nil),
        ] as [(Double, String?)])
    func rates(_ rate: Double, _ text: String?) {
        let told = Frequency.text(rate)
        #expect(told == text ?? told && told.hasSuffix(" Hz"))
    }

    @Test("microseconds for the bus: an instant that has none is the last one there is")
    func microseconds() {
        #expect(Duration.seconds(1).microseconds == 1_000_000)
        #expect(Duration.seconds(-1).microseconds == 0)
        #expect(Duration.seconds(Int64.max).microseconds == .max)
    }

    @Test("a stream is served while shakes are off, and ends the reading with itself")
    func stream() throws {
        let stage = try SensorStage()
        stage.shakeSwitch.isOn = false
        stage.sensor.open()
        try stage.settle(stage.other)
        #expect(stage.status == "off-by-user")
        var outcome: Result<Void, DBusError>?
        open(stage) { outcome = $0 }
        try #require(stage.turn { outcome != nil })
        #expect((try? outcome?.get()) != nil)
        #expect(stage.isReading)
        stage.other.close()
        #expect(stage.turn { stage.status == "off-by-user" })
        #expect(stage.streams.isEmpty)
    }

    @Test("M1: shakes that are switched off while a caller reads the samples end, and no more come")
    func offWhileLookedAt() throws {
        let stage = try SensorStage("ready,began")
        try stage.open()
        try #require(stage.turn { stage.phases.count == 1 })
        var isServed = false
        open(stage) { if case .success = $0 { isServed = true } }
        try #require(stage.turn { isServed })
        stage.shakeSwitch.isOn = false
        #expect(stage.isReading)
        #expect(stage.losses == 1)
        stage.shakeSwitch.pause(until: .max)
        // The fake sends its report again whenever it is configured.
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:began,ended,face-up"
        stage.sensor.apply(configuration)
        try #require(stage.turn { stage.sensor.orientation == .faceUp })
        #expect(stage.phases.count == 1)
        #expect(stage.losses == 1)
        // Switching shakes on configures the sensor's process too, and the fake must not report then.
        configuration.sensor = "ip:quiet"
        stage.sensor.apply(configuration)
        stage.shakeSwitch.isOn = true
        stage.shakeSwitch.pause(until: 0)
        configuration.sensor = "ip:began"
        stage.sensor.apply(configuration)
        #expect(stage.turn { stage.phases.count == 2 })
    }

    @Test("a caller that waits for a stream is told why there is none", arguments: ["lock", "death", "silence"])
    func noStream(_ trouble: String) throws {
        let stage = try SensorStage("wait")
        let login = try stage.login()
        stage.sensor.open()
        try #require(stage.turn { stage.status == "starting" })
        var outcome: Result<Void, DBusError>?
        open(stage) { outcome = $0 }
        switch trouble {
        case "lock": login.set(isLocked: true)
        case "death":
            var configuration = Configuration.Shake()
            configuration.sensor = "ip:die"
            stage.sensor.apply(configuration)
        default: stage.pass(.seconds(6))
        }
        try #require(stage.turn { outcome != nil })
        let sentences = [
            "lock": "the sensor is off: the session is locked", "death": "the sensor is not read any more",
            "silence": "the sensor did not answer in 5.0 seconds",
        ]
        guard case .failure(let error) = outcome else {
            Issue.record("there is one")
            return
        }
        #expect(error.message == sentences[trouble])
        #expect(stage.streams.isEmpty)
    }

    @Test("a client has four streams at most")
    func limit() throws {
        let stage = try SensorStage()
        try stage.open()
        var errors: [ErrorName] = []
        for _ in 0..<6 {
            open(stage) { if case .failure(let error) = $0 { errors.append(error.name) } }
        }
        #expect(errors == [.limitsExceeded, .limitsExceeded])
    }

    @Test("at the end nothing is started any more")
    func close() throws {
        let stage = try SensorStage("ready,began")
        try stage.open()
        try #require(stage.turn { stage.phases.count == 1 })
        let told = stage.told.count
        stage.sensor.close()
        #expect(stage.losses == 1)
        #expect(stage.status == "idle")
        #expect(!stage.told.dropFirst(told).contains("starting"), "\(stage.told)")
    }

    @Test(
        "SIGN6: the sign of the configuration is sent to the sensor's process, and the status has the one that is used")
    func sign() throws {
        let stage = try SensorStage()
        try stage.open()
        try #require(stage.turn { stage.isReading })
        #expect(stage.sensor.status.details.text(.sign) == "hid")
        #expect(stage.sensor.status.details.text(.signEvidence) == "name")
        var motion = Configuration.Motion()
        motion.accelerationSign = .kernel
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:ready"
        stage.sensor.apply(configuration, motion)
        #expect(stage.turn { stage.sensor.status.details.text(.sign) == "kernel" })
    }

    @Test("how the device is held is told, and forgotten with the sensor")
    func orientation() throws {
        let stage = try SensorStage("ready,face-up")
        var told: [String] = []
        let observation = stage.sensor.observe { [unowned stage] change in
            if case .orientation = change { told.append(stage.sensor.orientation.rawValue) }
        }
        defer { observation.cancel() }
        try stage.open()
        try #require(stage.turn { told == ["face-up"] })
        stage.shakeSwitch.isOn = false
        #expect(told == ["face-up", "undefined"])
    }
}
