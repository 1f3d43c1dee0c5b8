// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Testing

@Suite("How the device is held, for those who ask")
struct DeviceTests {
    private final class Stage {
        let source = ScriptedSource([.accelerometer])
        let device: Device
        var told: [DeviceOrientation] = []

        init() {
            device = Device(sensors: MotionSensors(source: source))
            device.observeOrientation { [unowned self] in
                #expect($0 == device.orientation)
                told.append($0)
            }
            hold(SIMD3(0, 0, 1))
        }

        func hold(_ up: SIMD3<Double>) {
            source.distort = {
                SensorSample(nanoseconds: $0.nanoseconds, x: 9.8 * up.x, y: 9.8 * up.y, z: 9.8 * up.z)
            }
        }
    }

    @Test("O1, O2, O11: begin and end count; the sensor is on at 12.5 Hz, may rest, and is off at the end")
    func counting() {
        let stage = Stage()
        let (device, source) = (stage.device, stage.source)
        device.endGeneratingDeviceOrientationNotifications()
        #expect(!device.isGeneratingDeviceOrientationNotifications && source.asked.isEmpty)
        device.beginGeneratingDeviceOrientationNotifications()
        device.beginGeneratingDeviceOrientationNotifications()
        #expect(source.needs == MotionNeeds(intervals: [.accelerometer: 0.08], allowsRest: true))
        device.endGeneratingDeviceOrientationNotifications()
        #expect(device.isGeneratingDeviceOrientationNotifications && !source.needs.isEmpty)
        device.endGeneratingDeviceOrientationNotifications()
        #expect(!device.isGeneratingDeviceOrientationNotifications && source.needs.isEmpty)
    }

    @Test("O3, O5: unknown until the first pose within 0.6 s, each change posted once, unknown again after the end")
    func posted() {
        let stage = Stage()
        #expect(stage.device.orientation == .unknown)
        stage.device.beginGeneratingDeviceOrientationNotifications()
        stage.source.play(0.65)
        #expect(stage.told == [.faceUp])
        stage.hold(SIMD3(1, 0, 0))
        stage.source.play(2)
        #expect(stage.told == [.faceUp, .landscapeLeft])
        stage.device.endGeneratingDeviceOrientationNotifications()
        #expect(stage.device.orientation == .unknown && stage.told.count == 2)
    }

    @Test("O4: values and groups are UIKit's: with the right side up it is landscape left")
    func values() {
        let map: [(Orientation, DeviceOrientation, Int)] = [
            (.undefined, .unknown, 0), (.normal, .portrait, 1), (.bottomUp, .portraitUpsideDown, 2),
            (.rightUp, .landscapeLeft, 3), (.leftUp, .landscapeRight, 4), (.faceUp, .faceUp, 5),
            (.faceDown, .faceDown, 6),
        ]
        for (orientation, expected, value) in map {
            let found = DeviceOrientation(orientation)
            #expect(found == expected && found.rawValue == value)
            #expect(found.isPortrait == (1...2).contains(value) && found.isLandscape == (3...4).contains(value))
            #expect(found.isFlat == (5...6).contains(value))
            #expect(found.isValidInterfaceOrientation == (1...4).contains(value))
        }
    }

    @Test("O8: a shake does not change it until half a second after its end, and then once")
    func shake() {
        let stage = Stage()
        stage.device.beginGeneratingDeviceOrientationNotifications()
        stage.source.play(1)
        stage.device.note(.began(at: .seconds(stage.source.time)))
        stage.hold(SIMD3(0, 1, 0))
        stage.source.play(3)
        #expect(stage.told == [.faceUp])
        stage.device.note(.ended(at: .seconds(stage.source.time), duration: .seconds(1)))
        stage.source.play(0.45)
        #expect(stage.told == [.faceUp])
        stage.source.play(1)
        #expect(stage.told == [.faceUp, .portrait])
    }

    @Test("O9: unknown, once, when the sensor is gone; kept while paused, and at most one change afterwards")
    func gone() {
        let stage = Stage()
        stage.device.beginGeneratingDeviceOrientationNotifications()
        stage.source.play(1)
        stage.device.isPaused = true
        for up in [SIMD3(0.0, 1, 0), SIMD3(1, 0, 0)] {
            stage.hold(up)
            stage.source.play(2)
        }
        #expect(stage.told == [.faceUp] && stage.device.orientation == .faceUp)
        stage.device.isPaused = false
        stage.source.play(1)
        #expect(stage.told == [.faceUp, .landscapeLeft])
        stage.source.change { $0.sensors = [] }
        stage.source.change { $0.sensors = [] }
        #expect(stage.told == [.faceUp, .landscapeLeft, .unknown])
        stage.source.change { $0.sensors = [.accelerometer] }
        stage.source.play(1)
        #expect(stage.told.last == .landscapeLeft)
    }

    @Test("O10: an accelerometer in the keyboard's part tells nothing, and is not read for it")
    func base() {
        let stage = Stage()
        stage.source.change { $0.isInDisplay = false }
        stage.device.beginGeneratingDeviceOrientationNotifications()
        stage.source.play(1)
        #expect(stage.told == [] && stage.source.needs.isEmpty)
    }

    @Test("O12: a handler may end, begin, add and remove handlers")
    func handlers() {
        let stage = Stage()
        var (others, second) = (0, 0)
        var observation: OrientationObservation?
        observation = stage.device.observeOrientation { _ in
            others += 1
            observation?.cancel()
            stage.device.observeOrientation { _ in second += 1 }
            stage.device.endGeneratingDeviceOrientationNotifications()
            stage.device.beginGeneratingDeviceOrientationNotifications()
        }
        stage.device.beginGeneratingDeviceOrientationNotifications()
        stage.source.play(1)
        stage.hold(SIMD3(-1, 0, 0))
        stage.source.play(1)
        #expect(others == 1 && second >= 1)
        #expect(stage.device.orientation == .landscapeRight)
    }

    @Test("O1, CM14: a manager beside it raises the rate, and its end lowers it again")
    func beside() {
        let stage = Stage()
        let sensors = MotionSensors(source: stage.source)
        let device = Device(sensors: sensors)
        let manager = MotionManager(sensors: sensors)
        device.beginGeneratingDeviceOrientationNotifications()
        manager.startAccelerometerUpdates()
        #expect(stage.source.needs == MotionNeeds(intervals: [.accelerometer: 0.01], allowsRest: false))
        manager.stopAccelerometerUpdates()
        #expect(stage.source.needs == MotionNeeds(intervals: [.accelerometer: 0.08], allowsRest: true))
    }
}
