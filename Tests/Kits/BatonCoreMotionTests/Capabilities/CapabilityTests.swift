// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Testing

@Suite("Required capabilities")
struct CapabilityTests {
    @Test("CAP1, CAP3: both forms: keys of an array are required, keys of a dictionary as they say")
    func forms() {
        let array: RequiredCapabilities = ["gyroscope", "accelerometer"]
        #expect(array.missing(on: []) == ["gyroscope", "accelerometer"])
        #expect(array.missing(on: ["accelerometer"]) == ["gyroscope"])
        #expect(array.missing(on: ["magnetometer", "gyroscope", "accelerometer"]) == [])
        let dictionary: RequiredCapabilities = ["gyroscope": false, "accelerometer": true]
        #expect(dictionary.missing(on: []) == ["accelerometer"])
        #expect(dictionary.missing(on: ["accelerometer"]) == [])
        // A gyroscope and a magnetometer imply nothing.
        #expect(array.missing(on: ["gyroscope", "magnetometer"]) == ["accelerometer"])
    }

    @Test("CAP1: false means that it must not be there only if that is asked for")
    func strict() {
        var required: RequiredCapabilities = ["gyroscope": false]
        #expect(required.missing(on: ["gyroscope"]) == [])
        required.isStrict = true
        #expect(required.missing(on: ["gyroscope"]) == ["gyroscope"] && required.missing(on: []) == [])
    }

    @Test("CAP2: an unknown key is missing when it is required, and else ignored; the words are case-sensitive")
    func unknown() {
        let machine: Set = ["accelerometer", "wifi"]
        #expect((["wifi"] as RequiredCapabilities).missing(on: machine) == ["wifi"])
        #expect((["wifi": false] as RequiredCapabilities).missing(on: machine) == [])
        #expect((["Accelerometer"] as RequiredCapabilities).missing(on: machine) == ["Accelerometer"])
    }

    @Test("CAP4: a property list of either form is read, a repeated key counts once, and a wrong entry is named")
    func propertyList() throws {
        let array = try RequiredCapabilities(propertyList: ["gyroscope", "accelerometer", "gyroscope"])
        #expect(array.missing(on: []) == ["gyroscope", "accelerometer"])
        let dictionary = try RequiredCapabilities(propertyList: ["gyroscope": true, "accelerometer": false])
        #expect(dictionary.missing(on: []) == ["gyroscope"])
        for (list, word) in [
            (["gyroscope", 7] as [Any], "entry 1"), (["gyroscope": "yes"] as [String: Any], "'gyroscope'"),
            (7, "declaration"),
        ] as [(Any, String)] {
            let error = try #require(throws: CapabilityError.self) { try RequiredCapabilities(propertyList: list) }
            #expect(error.description.contains(word) && error.missing.isEmpty)
        }
    }

    @Test("CAP5, CAP7: one call at the start of an app names what is missing; the status is EX_UNAVAILABLE")
    func check() throws {
        let required: RequiredCapabilities = ["accelerometer", "gyroscope", "magnetometer"]
        let error = try #require(throws: CapabilityError.self) {
            try required.check(on: MotionEquipment(sensors: [.accelerometer]))
        }
        #expect(error.missing == ["gyroscope", "magnetometer"])
        #expect(error.description == "this machine lacks what the app requires: gyroscope, magnetometer")
        #expect(RequiredCapabilities.exitStatus == 69)
        try required.check(on: MotionEquipment(sensors: [.accelerometer, .gyroscope, .magnetometer]))
    }

    @Test("M8, O14: orientation and shakes need no declared capability")
    func none() throws {
        let declared: RequiredCapabilities = []
        try declared.check(on: MotionEquipment())
        let source = ScriptedSource([.accelerometer])
        let device = Device(sensors: MotionSensors(source: source))
        source.distort = { SensorSample(nanoseconds: $0.nanoseconds, x: 0, y: 9.8, z: 0) }
        device.beginGeneratingDeviceOrientationNotifications()
        source.play(3)
        #expect(device.orientation == .portrait)
    }
}
