// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIIO

@Suite("IIO: which accelerometer")
struct SensorCandidateTests {
    private func candidate(
        _ number: Int = 0, name: String = "accel_3d", label: String = "", location: String = "", parent: String = "a"
    ) -> SensorCandidate {
        SensorCandidate(
            id: "iio:device\(number)", name: name, label: label, location: location,
            path: "/sys/devices/\(parent)/iio:device\(number)")
    }

    @Test(
        "the place is read from the label or the older location",
        arguments: [
            ("accel-display", "", "display"), ("accel-base", "", "base"), ("accel-camera", "", "camera"),
            ("", "lid", "display"), ("", "base", "base"), ("", "", ""), ("accel-display", "base", "display"),
            ("front", "", "front"), ("front", "lid", "display"), ("", "elsewhere", "elsewhere"),
        ])
    func place(_ label: String, _ location: String, _ place: String) {
        #expect(candidate(label: label, location: location).place == place)
    }

    @Test("the display comes before what says nothing, and the base last, whatever their numbers")
    func order() {
        let base = candidate(0, location: "base")
        let unknown = candidate(1)
        let display = candidate(2, label: "accel-display")
        #expect([base, unknown, display].sorted { $0.precedes($1) } == [display, unknown, base])
    }

    @Test("IIO5: two that say nothing keep their order when the numbers change")
    func stable() {
        let (a, b) = (candidate(0, parent: "i2c-1"), candidate(1, parent: "i2c-2"))
        let (c, d) = (candidate(1, parent: "i2c-1"), candidate(0, parent: "i2c-2"))
        #expect(a.precedes(b) && c.precedes(d))
        #expect(a.isEqual(to: b) && !a.isEqual(to: candidate(location: "base")))
    }

    @Test(
        "a user may say a name, a label, an id, a place or a path",
        arguments: [
            "kx", "accel-base", "iio:device3", "base", "/sys/bus/iio/devices/iio:device3",
            "/sys/devices/pci0/i2c-1/iio:device3", "/sys/devices/pci0/i2c-1", "/sys/devices/pci0/",
        ])
    func choice(_ text: String) {
        #expect(candidate(3, name: "kx", label: "accel-base", parent: "pci0/i2c-1").answers(to: text))
    }

    @Test(
        "and is not understood by a part of it",
        arguments: ["k", "", "accel", "iio:device", "/sys/devices/pci0/i2c", "/", "/sys", "3"])
    func notChoice(_ text: String) {
        let sensor = candidate(3, name: "kx", label: "accel-base", parent: "pci0/i2c-1")
        #expect(!sensor.answers(to: text))
    }

    @Test("IIO6: gravity alone is no accelerometer")
    func gravity() {
        #expect(candidate(name: "gravity").isGravityOnly)
        #expect(candidate(name: "Gravity").isGravityOnly)
        #expect(!candidate(name: "accel_3d").isGravityOnly)
    }
}
