// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSensing
@testable import BatonSettings
@testable import BatonState

/// Which point on the curve counts, and why (rules SHAKE15 to SHAKE17).
@Suite struct OperatingPointTests {
    private func point(
        _ configured: SensitivityChoice = .auto, personal: PersonalShakePoint? = nil, chassis: UInt32? = nil,
        location: String = "", learned: LearnedShift = LearnedShift()
    ) -> OperatingPoint {
        var device = DeviceIdentity()
        device.chassis = chassis
        return OperatingPoint(configured, personal: personal, device: device, location: location, learned: learned)
    }

    @Test("SHAKE15: the configuration goes before the calibration, and the calibration before the kind of device")
    func order() {
        let mine = PersonalShakePoint(.low, raise: 0.4)
        let configured = point(.high, personal: mine, chassis: 30)
        #expect(configured.sensitivity == .high && configured.raise == 0)
        #expect(configured.reason == .shake(.configured, [.sensitivity: "high", .formFactor: "tablet"]))
        let calibrated = point(personal: mine, chassis: 30)
        #expect(calibrated.sensitivity == .low && calibrated.raise == 0.4)
        #expect(
            calibrated.reason
                == .shake(.calibrated, [.sensitivity: "low", .formFactor: "tablet", .raise: .fraction(0.4)]))
        let device = point(chassis: 30, location: "display")
        #expect(device.sensitivity == .high && device.raise == 0)
        #expect(
            device.reason
                == .shake(
                    .byFormFactor,
                    [.sensitivity: "high", .formFactor: "tablet", .chassis: .number(30), .location: "display"]))
        #expect(point().reason == .shake(.byFormFactor, [.sensitivity: "medium", .formFactor: "unknown"]))
    }

    @Test("SHAKE17: answers move the bar of each level, but make neither the user's word nor high more sensitive")
    func answered() throws {
        func shift(accepted: Int = 0, dismissed: Int = 0) -> LearnedShift {
            var shift = LearnedShift()
            for _ in 0..<accepted { shift.accepted() }
            for _ in 0..<dismissed { shift.dismissed() }
            return shift
        }
        let (lower, higher) = (shift(accepted: 5), shift(dismissed: 2))
        let rows: [(OperatingPoint, ShakeSensitivity, Double)] = [
            (point(learned: lower), .medium, -0.6), (point(learned: higher), .medium, 0.8),
            (point(.low, learned: lower), .low, 0), (point(.low, learned: higher), .low, 0.8),
            (point(chassis: 30, learned: lower), .high, 0), (point(chassis: 30, learned: higher), .high, 0.8),
            (point(personal: PersonalShakePoint(.low, raise: 0.5), learned: lower), .low, -0.1),
            (point(personal: PersonalShakePoint(.high, raise: 0.5), learned: lower), .high, 0),
            (point(personal: PersonalShakePoint(.high, raise: -0.5), learned: lower), .high, -0.5),
        ]
        for (point, sensitivity, raise) in rows {
            #expect(point.sensitivity == sensitivity && abs(point.raise - raise) < 1e-9, "\(point)")
        }
        #expect(
            rows[0].0.reason
                == .shake(.learned, [.sensitivity: "medium", .formFactor: "unknown", .raise: .fraction(-0.6)]))
        #expect(rows[2].0.reason.code == .shake(.configured) && rows[4].0.reason.code == .shake(.byFormFactor))
        #expect(rows[8].0.reason.code == .shake(.calibrated))
    }

    @Test(
        "SHAKE15: the kind of device by DMI's chassis type, the device tree and the place of the sensor",
        arguments: [
            (8, "", "", .laptop), (9, "", "base", .laptop), (10, "", "", .laptop), (14, "", "camera", .laptop),
            (10, "", "display", .convertible), (31, "", "", .convertible), (32, "", "base", .convertible),
            (30, "", "display", .tablet), (11, "", "", .phone), (3, "", "", .unknown), (13, "", "display", .unknown),
            (1, "", "base", .laptop), (0, "", "", .unknown), (.max, "", "", .unknown), (nil, "", "", .unknown),
            (nil, "", "base", .laptop), (nil, "laptop", "", .laptop), (nil, "convertible", "", .convertible),
            (nil, "tablet", "", .tablet), (nil, "handset", "", .phone), (nil, "toaster", "display", .unknown),
        ] as [(UInt32?, String, String, FormFactor)])
    func formFactors(_ chassis: UInt32?, _ word: String, _ location: String, _ kind: FormFactor) {
        #expect(FormFactor(chassis: chassis, word: word, location: location) == kind)
    }

    @Test(
        "SHAKE15: whatever DMI's file says is a number or nothing",
        arguments: [
            ("10\n", 10), ("31", 31), ("", nil), ("\n", nil), ("-1\n", nil), ("4294967296\n", nil), ("ten", nil),
            ("\u{1b}[2J", nil), ("10 \n", nil),
        ] as [(String, UInt32?)])
    func chassisFile(_ text: String, _ chassis: UInt32?) {
        let folder = TemporaryFolder()
        folder.write(text, to: "sys/class/dmi/id/chassis_type")
        folder.write("tablet\u{0}", to: "proc/device-tree/chassis-type")
        let device = DeviceIdentity(root: folder.path)
        #expect(device.chassis == chassis)
        #expect(device.word == (chassis == nil ? "tablet" : ""))
        #expect(DeviceIdentity(root: folder.path + "/nowhere") == DeviceIdentity())
    }

    @Test("each reason is a sentence", arguments: ShakeCode.allCases)
    func sentences(_ code: ShakeCode) {
        let details: Reason.Details = [
            .sensitivity: "low", .raise: .fraction(-0.44), .formFactor: "tablet", .path: "/p",
            .place: "/p:3", .message: "wrong",
        ]
        let expected: [ShakeCode: String] = [
            .configured: "low, by the configuration",
            .calibrated: "low with its bar 0.4 lower, by your calibration",
            .byFormFactor: "low, the default for a tablet",
            .learned: "low with its bar 0.4 lower, by your answers to its questions",
            .builtIn: "the coefficients of this build", .ownModel: "the coefficients of /p",
            .refusedModel: "/p:3: wrong; the coefficients of this build are used",
        ]
        #expect(Reason.shake(code, details).description == expected[code])
        for raise in [Double.nan, .infinity, -1e300, 0.01] {
            #expect(!Reason.shake(code, [.raise: .fraction(raise)]).description.contains("bar"))
        }
    }
}
