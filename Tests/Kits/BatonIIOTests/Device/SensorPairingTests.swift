// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIIO

@Suite("IIO: which gyroscope belongs to the accelerometer")
struct SensorPairingTests {
    private static let hub = "/sys/devices/pci/0020:1022:0001.0003"

    private func candidate(_ path: String, label: String = "", location: String = "") -> SensorCandidate {
        SensorCandidate(id: "iio:device0", name: "x", label: label, location: location, path: path)
    }

    private func find(
        _ others: [SensorCandidate], _ accelerometer: SensorCandidate, accelerometers: Int = 2
    ) -> SensorPairing.Outcome {
        SensorPairing.find(others, with: accelerometer, accelerometers: accelerometers)
    }

    @Test("IIO37: the same device before the same chip, the same chip before the same hub, that before the place")
    func order() {
        let chip = candidate("/sys/devices/i2c-1/1-0068/iio:device0", label: "accel-display")
        let same = candidate(chip.path, label: "accel-display")
        let beside = candidate("/sys/devices/i2c-1/1-0068/iio:device1")
        let far = candidate("/sys/devices/i2c-2/2-0068/iio:device2", label: "gyro-display")
        #expect(find([far, beside, same], chip) == .found(2, .device))
        #expect(find([far, beside], chip) == .found(1, .parent))
        #expect(find([far], chip) == .found(0, .place))
        let sensor = candidate(Self.hub + "/HID-SENSOR-200073.1.auto/iio:device0")
        let gyroscope = candidate(Self.hub + "/HID-SENSOR-200076.2.auto/iio:device1")
        let stranger = candidate("/sys/devices/pci/0020:1022:0001.0004/HID-SENSOR-200076.9.auto/iio:device5")
        #expect(find([stranger, gyroscope], sensor) == .found(1, .hub))
        #expect(find([stranger], sensor) == .none)
    }

    @Test("IIO37: the only one of a machine belongs to its only accelerometer, and of two equal ones none is taken")
    func only() {
        let accelerometer = candidate("/sys/devices/i2c-1/1-0018/iio:device0")
        let one = candidate("/sys/devices/i2c-1/1-000e/iio:device1")
        #expect(find([one], accelerometer, accelerometers: 1) == .found(0, .only))
        #expect(find([one], accelerometer) == .none)
        #expect(find([], accelerometer, accelerometers: 1) == .none)
        let beside = ["iio:device2", "iio:device3"].map { candidate("/sys/devices/i2c-1/1-0018/" + $0) }
        #expect(find([one] + beside, accelerometer) == .ambiguous([1, 2]))
    }

    @Test("IIO37: a gyroscope in the base never belongs to the accelerometer of the display")
    func base() {
        let display = candidate(Self.hub + "/HID-SENSOR-200073.1.auto/iio:device0", label: "accel-display")
        let base = candidate(Self.hub + "/HID-SENSOR-200076.2.auto/iio:device1", location: "base")
        let lid = candidate(Self.hub + "/HID-SENSOR-200076.3.auto/iio:device2", location: "lid")
        #expect(find([base, lid], display) == .found(1, .hub))
        #expect(find([base], display, accelerometers: 1) == .none)
    }

    @Test("IIO37: devices of another machine have no chip or hub in common")
    func network() {
        let accelerometer = candidate("ip:10.0.0.2/iio:device0")
        let others = ["iio:device1", "iio:device2"].map { candidate("ip:10.0.0.2/" + $0) }
        #expect(find(others, accelerometer) == .none)
        #expect(!SensorPairing.sharesAxes(others[0], with: accelerometer))
    }
}
