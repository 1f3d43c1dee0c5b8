// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMotion
import BatonSensingSupport
import BatonTestSupport
import BatonValues
import Foundation
import Testing

@testable import BatonSensing
@testable import BatonSettings
@testable import BatonState

/// What counts as a shake, on its way to the sensor's process (rules SHAKE15 to SHAKE18).
@MainActor
@Suite struct ShakeTuningTests {
    private static let shipped: [UInt8] = {
        let root = URL(filePath: Checkout.root).appending(path: "Sources/Kits/BatonMotion")
        return (try? Data(contentsOf: root.appending(path: "Shake/Model/shake.model"))).map(Array.init) ?? []
    }()

    @Test("SHAKE15: the sensor's process gets the default for the device, and another one as soon as it is calibrated")
    func reachesSensor() throws {
        let folder = TemporaryFolder()
        folder.write("30\n", to: "sys/class/dmi/id/chassis_type")
        let stage = try SensorStage("setup", root: folder.path)
        try stage.open()
        #expect(stage.turn { stage.device == "high 0.0 false" }, "\(stage.device)")
        #expect(stage.sensor.tuning.calibrate(PersonalShakePoint(.medium, raise: -0.25)) == nil)
        #expect(stage.turn { stage.device == "medium -0.25 false" }, "\(stage.device)")
        #expect(stage.sensor.tuning.calibrate(nil) == nil)
        #expect(stage.turn { stage.device == "high 0.0 false" }, "\(stage.device)")
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:setup"
        configuration.sensitivity = .low
        stage.sensor.apply(configuration)
        #expect(stage.turn { stage.device == "low 0.0 false" }, "\(stage.device)")
    }

    @Test("SHAKE15: the place of the sensor counts as soon as it is known")
    func location() throws {
        let folder = TemporaryFolder()
        folder.write("10\n", to: "sys/class/dmi/id/chassis_type")
        let stage = try SensorStage("setup", root: folder.path)
        #expect(stage.sensor.tuning.point.reason.details.text(.formFactor) == "laptop")
        try stage.open()
        #expect(stage.sensor.tuning.point.reason.details.text(.formFactor) == "convertible")
        #expect(stage.sensor.tuning.point.reason.details.text(.location) == "display")
    }

    @Test("SHAKE17: each answer reaches the sensor's process, is told, and an accepted one ends what was raised")
    func answers() throws {
        let stage = try SensorStage("setup")
        var told = 0
        let observation = stage.sensor.observe { if case .shakeSwitch = $0 { told += 1 } }
        defer { observation.cancel() }
        try stage.open()
        let before = told
        for raise in ["0.4", "0.8", "1.2", "1.2"] {
            stage.sensor.tuning.offerEnded(isAccepted: false)
            #expect(stage.turn { stage.device == "medium \(raise) false" }, "\(stage.device)")
        }
        #expect(told == before + 3)
        #expect(stage.sensor.tuning.point.reason.code == .shake(.learned))
        stage.sensor.tuning.offerEnded(isAccepted: true)
        #expect(stage.turn { stage.device == "medium -0.12 false" }, "\(stage.device)")
        #expect(told == before + 4)
    }

    @Test("SHAKE17: what was lowered is kept for the next run, what was raised is not, and a calibration forgets both")
    func kept() throws {
        let stage = try SensorStage("setup")
        let tuning = stage.sensor.tuning
        func next() -> Double {
            ShakeTuning(
                configuration: Configuration.Shake(), choices: stage.choices, root: nil, reactor: stage.reactor,
                logger: stage.log.logger
            ).point.raise
        }
        for _ in 0..<3 { tuning.offerEnded(isAccepted: true) }
        #expect(tuning.point.raise == -0.36 && next() == -0.36)
        tuning.offerEnded(isAccepted: false)
        #expect(abs(tuning.point.raise - 0.04) < 1e-9 && next() == 0)
        tuning.offerEnded(isAccepted: true)
        #expect(tuning.calibrate(PersonalShakePoint(.medium, raise: 0.5)) == nil)
        #expect(tuning.point.reason.code == .shake(.calibrated) && tuning.point.raise == 0.5)
        tuning.offerEnded(isAccepted: true)
        #expect(next() == 0.38)
        #expect(tuning.calibrate(nil) == nil)
        #expect(tuning.point.reason.code == .shake(.byFormFactor) && next() == 0)
    }

    @Test("SHAKE18: a file of coefficients is used, and one that was changed is told at the next reload")
    func ownModel() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/own.model"
        try Data(Self.shipped).write(to: URL(fileURLWithPath: path))
        let stage = try SensorStage("setup")
        var configuration = Configuration.Shake()
        configuration.sensor = "ip:setup"
        configuration.model = path
        stage.sensor.apply(configuration)
        #expect(stage.sensor.tuning.coefficients.reason == .shake(.ownModel, [.path: .text(path)]))
        try stage.open()
        #expect(stage.turn { stage.device == "medium 0.0 true" }, "\(stage.device)")
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: path))
        stage.sensor.apply(configuration)
        #expect(stage.sensor.tuning.coefficients.reason.code == .shake(.refusedModel))
        #expect(stage.turn { stage.device == "medium 0.0 false" }, "\(stage.device)")
    }

    @Test("SHAKE18: a damaged file is refused with its place, logged once, and the build's own is used")
    func refusals() throws {
        let folder = TemporaryFolder()
        func refusal(_ bytes: [UInt8]?) throws -> (place: String, message: String) {
            let path = "\(folder.path)/x.model"
            try? FileManager.default.removeItem(atPath: path)
            if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
            let read = ShakeCoefficients(path: path)
            #expect(read.path.isEmpty && read.checksum == 0)
            #expect(read.reason.code == .shake(.refusedModel))
            #expect(read.reason.details.text(.path) == path)
            return (
                read.reason.details.text(.place).replacing(path, with: "x"), read.reason.details.text(.message)
            )
        }
        let text = String(decoding: Self.shipped, as: UTF8.self)
        let lines = text.split(separator: "\n").count
        #expect(try refusal(nil) == ("x", "there is no such file"))
        #expect(try refusal([]) == ("x:1", "it does not begin with 'baton-shake-model'"))
        #expect(try refusal(Self.shipped.dropLast(14)).message == "the file ends without its sum: it is truncated")
        let edited = text.replacing("bias dense -", with: "bias dense -1")
        #expect(edited != text)
        let told = try refusal(Array(edited.utf8))
        #expect(told.place == "x:\(lines)" && told.message.hasPrefix("the sum does not fit: the file was edited"))
        let version = try refusal(Array(text.replacing("model 3", with: "model 7").utf8))
        #expect(version == ("x:1", "version 7 is not known; this Baton reads version 3"))
        #expect(try refusal(Array(repeating: 10, count: 1 << 20)).message.hasPrefix("it has over 16 KiB"))
        for count in stride(from: 0, to: Self.shipped.count - 1, by: 7) {
            _ = try refusal(Array(Self.shipped[..<count]))
        }
        let stage = try SensorStage("ready")
        var configuration = Configuration.Shake()
        configuration.model = "\(folder.path)/none"
        stage.sensor.apply(configuration)
        stage.sensor.apply(configuration)
        #expect(stage.log.lines.filter { $0.contains("there is no such file") }.count == 1, "\(stage.log.lines) ")
    }
}
