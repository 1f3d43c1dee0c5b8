// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Testing

@Suite("The guide's listings of motion, with a source in event time")
struct MotionListingTests {
    /// The scene of listings 4-7, 4-8, 4-11 and 4-12: it draws by a clock of its own, and reads the sensors then.
    private final class Scene {
        let manager: MotionManager
        /// The weight of a new value in the low pass, at the rate of drawing.
        let alpha = 0.1
        var filtered = SIMD3<Double>()
        var reference: Attitude?

        init(_ source: ScriptedSource) { manager = MotionManager(sensors: MotionSensors(source: source)) }

        func startAnimation() {
            filtered = .zero
            manager.accelerometerUpdateInterval = 0.01
            manager.startAccelerometerUpdates()
        }

        func stopAnimation() { manager.stopAccelerometerUpdates() }

        func drawView() {
            guard let newest = manager.accelerometerData else { return }
            filtered = filtered * (1 - alpha) + newest.acceleration * alpha
        }

        /// Listing 4-12: the attitude since the reference, before it is drawn.
        func rotation() -> Attitude? {
            guard var attitude = manager.deviceMotion?.attitude else { return nil }
            if let reference { attitude.multiply(byInverseOf: reference) }
            return attitude
        }
    }

    @Test("CM3, CM5, CM15: listing 4-7: the sensor is read while the scene is animated, and has no value otherwise")
    func configure() {
        let source = ScriptedSource()
        let scene = Scene(source)
        #expect(source.needs.isEmpty && scene.manager.accelerometerData == nil)
        scene.startAnimation()
        source.play(0.1)
        #expect(source.needs.intervals == [.accelerometer: 0.01])
        #expect(scene.manager.isAccelerometerActive && scene.manager.accelerometerData != nil)
        scene.stopAnimation()
        #expect(source.needs.isEmpty && scene.manager.accelerometerData == nil)
    }

    @Test("CM54, CM51: listing 4-8: each drawing samples the newest value and filters it at the rate of drawing")
    func sample() {
        let source = ScriptedSource()
        source.distort = { SensorSample($0.kind, at: $0.timestamp, x: 0, y: 0, z: 9.80665) }
        let scene = Scene(source)
        scene.drawView()
        #expect(scene.filtered == .zero, "there is no value yet")
        scene.startAnimation()
        var share = 1.0
        for _ in 0..<60 {
            source.play(1.0 / 30)
            scene.drawView()
            share *= 0.9
        }
        #expect(abs(scene.filtered.z + 1 - share) < 1e-9, "\(scene.filtered)")
    }

    /// The controller of listings 4-9 and 4-10.
    private final class Controller {
        let manager: MotionManager
        let loop = ManualLoop()
        var isToggleEnabled = true
        var rates: [SIMD3<Double>] = []
        private var handler: ((GyroData?, MotionError?) -> Void)?

        init(_ source: ScriptedSource) {
            manager = MotionManager(sensors: MotionSensors(source: source))
            manager.gyroUpdateInterval = 1.0 / 60
            if manager.isGyroAvailable {
                handler = { [weak self] data, _ in
                    if let data { self?.rates.append(data.rotationRate) }
                }
            } else {
                isToggleEnabled = false
            }
        }

        func toggle() {
            if manager.isGyroActive { return manager.stopGyroUpdates() }
            if let handler { manager.startGyroUpdates(to: loop, handler: handler) }
        }
    }

    @Test("CM1, CM11: listing 4-9: the gyroscope is asked for before a handler is made; without one the button is off")
    func prepare() {
        let source = ScriptedSource()
        let controller = Controller(source)
        #expect(controller.isToggleEnabled && controller.manager.gyroUpdateInterval == 1.0 / 60)
        #expect(source.asked.isEmpty, "asking opens nothing")
        #expect(!Controller(ScriptedSource([.accelerometer])).isToggleEnabled)
    }

    @Test("CM2, CM6, CM12: listing 4-10: one button starts and stops the gyroscope, and its handler runs on the queue")
    func toggle() {
        let source = ScriptedSource()
        let controller = Controller(source)
        controller.toggle()
        source.play(2)
        #expect(controller.rates.isEmpty, "not before the queue runs")
        controller.loop.run()
        #expect(abs(controller.rates.count - 120) <= 3)
        controller.toggle()
        let count = controller.rates.count
        source.play(1)
        controller.loop.run()
        #expect(controller.rates.count == count && source.needs.isEmpty)
        controller.toggle()
        source.play(1)
        controller.loop.run()
        #expect(controller.rates.count > count)
    }

    @Test("CM3, CM24: listing 4-11: device motion is started and stopped with the animation, and pulled")
    func deviceMotion() {
        let source = ScriptedSource()
        let scene = Scene(source)
        scene.manager.deviceMotionUpdateInterval = 0.01
        #expect(scene.manager.isDeviceMotionAvailable)
        scene.manager.startDeviceMotionUpdates()
        source.play(1)
        #expect(scene.manager.isDeviceMotionActive && scene.manager.deviceMotion != nil)
        scene.manager.stopDeviceMotionUpdates()
        #expect(!scene.manager.isDeviceMotionActive && scene.manager.deviceMotion == nil && source.needs.isEmpty)
    }

    @Test("CM34, CM31: listing 4-12: the attitude is made the change since the reference, before its matrix is drawn")
    func change() throws {
        let source = ScriptedSource()
        let scene = Scene(source)
        scene.manager.startDeviceMotionUpdates()
        source.play(1)
        let start = try #require(scene.rotation())
        scene.reference = start
        let none = try #require(scene.rotation())
        #expect(abs(none.roll) + abs(none.pitch) + abs(none.yaw) < 1e-9, "no change since now")
        source.play(0.5)
        let now = try #require(scene.manager.deviceMotion?.attitude)
        let change = try #require(scene.rotation())
        // The reference and then the change are the attitude of now.
        let again = Attitude(quaternion: start.quaternion * change.quaternion)
        let down = again.gravity - now.gravity
        #expect((down * down).sum() < 1e-18 && change != none)
        let matrix = (change.rotationMatrix, Attitude(quaternion: change.quaternion).rotationMatrix)
        #expect(matrix.0 == matrix.1)
    }
}
