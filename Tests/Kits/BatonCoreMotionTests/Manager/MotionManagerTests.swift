// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@testable import BatonCoreMotion

@Suite("Motion manager: starting, stopping, intervals")
struct MotionManagerTests {
    @Test("CM1, CM2: what is there is available without opening a sensor, and active is what was started itself")
    func availability() {
        let source = ScriptedSource([.accelerometer, .gyroscope])
        let manager = MotionManager(sensors: MotionSensors(source: source))
        #expect(manager.isAccelerometerAvailable && manager.isGyroAvailable && manager.isDeviceMotionAvailable)
        #expect(!manager.isMagnetometerAvailable)
        #expect(source.asked.isEmpty)
        manager.startDeviceMotionUpdates()
        #expect(manager.isDeviceMotionActive && !manager.isAccelerometerActive && !manager.isGyroActive)
        source.change { $0.sensors = [.accelerometer] }
        #expect(!manager.isDeviceMotionAvailable && manager.isAccelerometerAvailable)
        source.change {
            $0.sensors = [.accelerometer, .gyroscope]
            $0.paired = []
        }
        #expect(!manager.isDeviceMotionAvailable, "a gyroscope of another part of the machine")
    }

    @Test("CM3, CM5, CM6: push and pull; the handler is never called inside start, and a value is nil before and after")
    func pushAndPull() throws {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var told: [Duration] = []
        manager.startGyroUpdates()
        manager.startAccelerometerUpdates { data, error in
            #expect(error == nil)
            if let data { told.append(data.timestamp) }
        }
        #expect(told.isEmpty && manager.accelerometerData == nil && manager.gyroData == nil)
        source.play(1)
        #expect(told.count == 100 && zip(told, told.dropFirst()).allSatisfy { $0 < $1 })
        #expect(manager.accelerometerData?.timestamp == told.last)
        #expect(try #require(manager.gyroData).timestamp <= .seconds(1001))
        manager.stopGyroUpdates()
        manager.stopGyroUpdates()
        #expect(manager.gyroData == nil && manager.accelerometerData != nil)
        manager.stopAccelerometerUpdates()
        #expect(manager.accelerometerData == nil)
        source.play(1)
        #expect(told.count == 100)
    }

    @Test("CM4: a second start replaces the handler, and the sensor goes on")
    func restart() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var (first, second) = (0, 0)
        manager.startAccelerometerUpdates { _, _ in first += 1 }
        source.play(0.5)
        manager.startAccelerometerUpdates { _, _ in second += 1 }
        source.play(0.5)
        #expect((first, second) == (50, 50))
        manager.startAccelerometerUpdates()
        source.play(0.5)
        #expect((first, second) == (50, 50) && manager.accelerometerData != nil)
        #expect(source.asked.count == 1)
    }

    @Test("CM4: a handler may stop its updates, and is not called after that; a manager that is gone stops all")
    func stopInHandler() {
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        for loop in [nil, ManualLoop()] {
            var manager: MotionManager? = MotionManager(sensors: sensors)
            var count = 0
            manager?.startAccelerometerUpdates(to: loop) { [weak manager] _, _ in
                count += 1
                if count == 3 { manager?.stopAccelerometerUpdates() }
            }
            source.play(1)
            loop?.run()
            #expect(count == 3)
            #expect(source.needs.isEmpty)
            manager?.startGyroUpdates()
            #expect(!source.needs.isEmpty)
            manager = nil
            #expect(source.needs.isEmpty)
        }
    }

    @Test("CM6: a loop that was made in the call of start is kept until the stop, as Core Motion keeps its queue")
    func keepsLoop() {
        /// A loop that hands its work to another one, as one over a queue of Dispatch does.
        final class Passing: MotionLoop {
            let loop: ManualLoop
            init(_ loop: ManualLoop) { self.loop = loop }
            func perform(_ work: @escaping () -> Void) { loop.perform(work) }
        }
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        var manager: MotionManager? = MotionManager(sensors: sensors)
        let queue = ManualLoop()
        var counts = [0, 0]
        weak var kept: Passing?
        weak var other: Passing?
        do {
            let (first, second) = (Passing(queue), Passing(queue))
            (kept, other) = (first, second)
            manager?.startAccelerometerUpdates(to: first) { data, _ in if data != nil { counts[0] += 1 } }
            manager?.startDeviceMotionUpdates(to: second) { motion, _ in if motion != nil { counts[1] += 1 } }
        }
        source.play(1)
        queue.run()
        #expect(counts[0] == 100 && counts[1] > 80, "\(counts)")
        manager?.stopAccelerometerUpdates()
        queue.run()
        #expect(kept == nil && other != nil)
        manager?.startDeviceMotionUpdates()
        #expect(other == nil, "a start without a handler needs none")
        manager?.startGyroUpdates(to: Passing(queue)) { _, _ in }
        manager = nil
        queue.run()
        #expect(source.needs.isEmpty)
    }

    @Test("CM4: a handler may release its manager")
    func releaseInHandler() {
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        var manager: MotionManager? = MotionManager(sensors: sensors)
        var count = 0
        manager?.startAccelerometerUpdates { _, _ in
            count += 1
            manager = nil
        }
        manager?.startDeviceMotionUpdates()
        source.play(1)
        #expect(count == 1 && source.needs.isEmpty)
    }

    @Test("CM7, CM9: a start without the sensor tells notAvailable once, later, and is not active")
    func notAvailable() {
        let source = ScriptedSource([])
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var errors: [MotionError?] = []
        manager.startAccelerometerUpdates { errors.append($0 == nil ? $1 : nil) }
        manager.startDeviceMotionUpdates { errors.append($0 == nil ? $1 : nil) }
        manager.startMagnetometerUpdates()
        #expect(errors.isEmpty)
        source.run()
        #expect(errors == [.notAvailable, .notAvailable])
        #expect(!manager.isAccelerometerActive && !manager.isDeviceMotionActive && !manager.isMagnetometerActive)
        #expect(MotionError.notAvailable.rawValue == 109 && MotionError.trueNorthNotAvailable.rawValue == 102)
        #expect(MotionError.allCases.map(\.rawValue) == [101, 102, 103, 107, 108, 109, 111])
    }

    @Test("CM8: a sensor that is unplugged tells it once, has no value, and resumes by itself; the other one goes on")
    func unplugged() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var (gyros, errors, forces, motions) = (0, [MotionError](), 0, [MotionError?]())
        manager.startGyroUpdates { data, error in
            if let error { errors.append(error) } else if data != nil { gyros += 1 }
        }
        manager.startAccelerometerUpdates { _, _ in forces += 1 }
        manager.startDeviceMotionUpdates { _, error in if error != nil { motions.append(error) } }
        source.play(1)
        source.change { $0.sensors.remove(.gyroscope) }
        source.play(1)
        #expect(errors == [.notAvailable] && motions == [.notAvailable])
        #expect(manager.gyroData == nil && manager.deviceMotion == nil)
        #expect(manager.isGyroActive && manager.isDeviceMotionActive && gyros == 100)
        source.change { $0.sensors.insert(.gyroscope) }
        source.play(1)
        #expect(errors.count == 1 && gyros == 200 && forces == 300)
        #expect(manager.deviceMotion != nil)
    }

    @Test(
        "M7, CM11: an interval below 0.01 s, of nothing, below nothing or of no number is 0.01; a long one is kept",
        arguments: [
            (0.0, 0.01), (-1, 0.01), (.nan, 0.01), (.infinity, 0.01), (0.004, 0.01), (0.015, 0.015), (3600, 3600),
            (1e300, 1e300),
        ])
    func intervals(_ wish: Double, _ expected: Double) {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        #expect(manager.accelerometerUpdateInterval == 0.01)
        manager.accelerometerUpdateInterval = wish
        manager.gyroUpdateInterval = wish
        manager.magnetometerUpdateInterval = wish
        manager.deviceMotionUpdateInterval = wish
        #expect(manager.accelerometerUpdateInterval == expected && manager.gyroUpdateInterval == expected)
        #expect(manager.magnetometerUpdateInterval == expected && manager.deviceMotionUpdateInterval == expected)
        var count = 0
        manager.startDeviceMotionUpdates { data, _ in if data != nil { count += 1 } }
        source.play(2)
        #expect(count >= 1 && count <= Int(2 / min(expected, 2)) + 1)
    }

    @Test(
        "CM12, CM13, CM14: two managers that disagree each get their own rate within 2 %, and the source the larger one"
    )
    func disagree() {
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        let (fast, slow) = (MotionManager(sensors: sensors), MotionManager(sensors: sensors))
        var (fastCount, slowCount) = (0, 0)
        slow.accelerometerUpdateInterval = 0.05
        slow.startAccelerometerUpdates { _, _ in slowCount += 1 }
        #expect(source.needs.intervals == [.accelerometer: 0.05])
        source.play(10)
        #expect(abs(slowCount - 200) <= 2)
        fast.startAccelerometerUpdates { _, _ in fastCount += 1 }
        #expect(source.needs.intervals == [.accelerometer: 0.01])
        (slowCount, fastCount) = (0, 0)
        source.play(10)
        #expect(abs(slowCount - 200) <= 4 && abs(fastCount - 1000) <= 2, "\(slowCount) \(fastCount)")
        slow.accelerometerUpdateInterval = 0.03
        (slowCount, fastCount) = (0, 0)
        source.play(10)
        #expect(abs(slowCount - 333) <= 7 && abs(fastCount - 1000) <= 2, "\(slowCount) \(fastCount)")
        fast.stopAccelerometerUpdates()
        #expect(source.needs.intervals == [.accelerometer: 0.03])
        slow.stopAccelerometerUpdates()
        #expect(source.needs.isEmpty)
    }

    @Test(
        "CM13: the mean rate is the wished one from any source, jittering or not, without a drift",
        arguments: [
            (97.0, 0.01, 0.0), (104, 0.05, 0.2), (416, 0.0125, 0.1), (62.5, 0.0625, 0), (8000, 0.01, 0.3), (1, 0.01, 0),
        ])
    func thinning(_ rate: Double, _ interval: Double, _ jitter: Double) {
        var thinner = SampleThinner()
        var dice = Dice(3)
        let seconds = max(60, 60 / rate)
        let taken = (0..<Int(seconds * rate)).count { index in
            let time = (Double(index) + dice.number(-jitter / 2...jitter / 2)) / rate
            return thinner.takes(1_000_000_000 + Int64(time * 1e9), every: interval)
        }
        let wanted = min(1 / interval, rate)
        #expect(abs(Double(taken) / seconds - wanted) <= 0.02 * wanted, "\(Double(taken) / seconds) Hz")
    }

    @Test("CM13: a batch whose times a busy machine estimates late, and the next one close together, loses no sample")
    func lateBatch() {
        var thinner = SampleThinner()
        let steps = [Int](repeating: 10, count: 50) + [35, 3, 3, 3, 6] + [Int](repeating: 10, count: 50)
        var time: Int64 = 0
        let taken = steps.count { step in
            time += Int64(step) * 1_000_000
            return thinner.takes(time, every: 0.01)
        }
        #expect(taken == steps.count, "\(taken) of \(steps.count)")
    }

    @Test("CM13: after a gap a slow wish is not made up for at the rate of the source")
    func gap() {
        var thinner = SampleThinner()
        let times = (0..<200).map { Int64($0) * 10 } + (0..<200).map { 10_000 + Int64($0) * 10 }
        let taken = times.filter { thinner.takes($0 * 1_000_000, every: 1) }
        #expect(taken == [0, 1000, 10_000, 11_000], "\(taken)")
    }

    @Test("CM15: with nobody left the sensor is off at once, and stopping one kind does not touch the other")
    func off() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var times: [Duration] = []
        manager.startAccelerometerUpdates { data, _ in if let data { times.append(data.timestamp) } }
        manager.startGyroUpdates()
        source.play(1)
        manager.stopGyroUpdates()
        #expect(source.needs.intervals.keys.map { $0 } == [.accelerometer])
        source.play(1)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .milliseconds(11) })
        manager.stopAccelerometerUpdates()
        #expect(source.needs.isEmpty)
    }

    @Test("CM16: of a slow handler at most 256 samples wait, the oldest are lost and counted, and pull is not affected")
    func slow() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        let loop = ManualLoop()
        var times: [Duration] = []
        manager.startAccelerometerUpdates(to: loop) { data, _ in if let data { times.append(data.timestamp) } }
        source.play(10)
        #expect(times.isEmpty && manager.droppedSamples == 1000 - 256)
        let latest = manager.accelerometerData?.timestamp
        loop.run()
        #expect(times.count == 256 && times.last == latest)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        "CM4, CM6: what waits for a handler goes to the one that replaces it, on its loop, and to none after a pull start"
    )
    func replaced() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        let (old, new) = (ManualLoop(), ManualLoop())
        var (first, second) = (0, 0)
        manager.startAccelerometerUpdates(to: old) { _, _ in first += 1 }
        source.play(0.1)
        manager.startAccelerometerUpdates(to: new) { _, _ in second += 1 }
        source.play(0.1)
        old.run()
        #expect((first, second) == (0, 0))
        new.run()
        #expect((first, second) == (0, 20))
        source.play(0.1)
        manager.startAccelerometerUpdates()
        new.run()
        #expect((first, second) == (0, 20))
    }

    @Test("CM18: the data of all kinds are a LogItem with its time")
    func logItems() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        manager.startAccelerometerUpdates()
        manager.startGyroUpdates()
        manager.startMagnetometerUpdates()
        manager.startDeviceMotionUpdates()
        source.play(1)
        let items: [(any LogItem)?] = [
            manager.accelerometerData, manager.gyroData, manager.magnetometerData, manager.deviceMotion,
        ]
        #expect(items.compactMap { $0 }.allSatisfy { $0.timestamp > .seconds(1000) && $0.timestamp <= .seconds(1001) })
        #expect(items.compactMap { $0 }.count == 4)
    }

    @Test("CM17: times ascend for each kind; a clock that jumps back by more than a second begins anew")
    func clock() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var times: [Int64] = []
        manager.startAccelerometerUpdates { data, _ in if let data { times.append(data.timestamp.wholeNanoseconds) } }
        func send(_ time: Int64, _ x: Double = 0) {
            source.send(SensorSample(nanoseconds: time, x: x, y: 0, z: 9.8))
        }
        let second: Int64 = 1_000_000_000
        for time in [10, 11, 11, 10 + second, 11 + second, 9 + second, 20 * second, 3 * second, 4 * second] {
            send(time)
        }
        #expect(times == [10, 10 + second, 20 * second, 3 * second, 4 * second])
        send(5 * second, .nan)
        send(.max)
        send(.min)
        send(0)
        #expect(!times.contains(5 * second))
    }
}
