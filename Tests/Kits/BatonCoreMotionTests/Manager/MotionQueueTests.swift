// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Dispatch
import Glibc
import Testing

/// Handlers on queues of other threads, and readers there.
@Suite struct MotionQueueTests {
    /// A background queue of Dispatch.
    private struct Background: MotionQueue {
        let queue = DispatchQueue(label: "motion")
        func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
        /// Waits for what was given to the queue.
        func finish() { queue.sync {} }
    }

    /// A queue that runs its work when the test says so, or never.
    private final class Halted: MotionQueue {
        private let work = Locked<[@Sendable () -> Void]>([])
        func enqueue(_ work: @escaping @Sendable () -> Void) { self.work.change { $0.append(work) } }
        var count: Int { work.change { $0.count } }
        func run() {
            while let next = work.change({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
        }
    }

    private let source = ScriptedSource()
    private let manager: MotionManager

    init() { manager = MotionManager(sensors: MotionSensors(source: source)) }

    @Test("CM61: a handler on a queue gets each value once and in order, on that queue's thread")
    func background() {
        let queue = Background()
        let times = Locked<[Duration]>([])
        let here = pthread_self()
        let isElsewhere = Locked(true)
        manager.startDeviceMotionUpdates(to: queue) { motion, error in
            if let motion { times.change { $0.append(motion.timestamp) } }
            isElsewhere.change { $0 = $0 && error == nil && pthread_self() != here }
        }
        for _ in 0..<10 {
            source.play(0.1)
            queue.finish()
        }
        manager.stopDeviceMotionUpdates()
        let all = times.change { $0 }
        #expect(all.count > 80 && zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        #expect(isElsewhere.change { $0 })
        #expect(manager.droppedSamples == 0)
    }

    @Test(
        "CM16, CM61: on a queue that never runs 256 values wait, in one piece of work; older ones are lost and counted")
    func neverRuns() {
        let queue = Halted()
        let count = Locked(0)
        manager.startGyroUpdates(to: queue) { _, _ in count.change { $0 += 1 } }
        source.play(10)
        #expect(queue.count == 1 && count.change { $0 } == 0)
        #expect(manager.droppedSamples == 1000 - 256)
        #expect(manager.gyroData != nil)
        queue.run()
        #expect(count.change { $0 } == 256)
        source.play(0.1)
        queue.run()
        #expect(count.change { $0 } == 266)
        #expect(manager.droppedSamples == 1000 - 256)
    }

    @Test("CM4, CM61: after a stop nothing is called; a start again takes over what waits, to and from a queue")
    func stops() {
        let (queue, other, loop) = (Halted(), Halted(), ManualLoop())
        let counts = Locked([0, 0])
        manager.startGyroUpdates(to: queue) { _, _ in counts.change { $0[0] += 1 } }
        source.play(0.1)
        manager.startGyroUpdates(to: other) { _, _ in counts.change { $0[1] += 1 } }
        queue.run()
        other.run()
        #expect(counts.change { $0 } == [0, 10])
        source.play(0.1)
        var third = 0
        manager.startGyroUpdates(to: loop) { _, _ in third += 1 }
        other.run()
        loop.run()
        #expect(counts.change { $0 } == [0, 10] && third == 10)
        source.play(0.1)
        manager.startGyroUpdates(to: queue) { _, _ in counts.change { $0[0] += 1 } }
        loop.run()
        #expect(third == 10)
        manager.stopGyroUpdates()
        queue.run()
        #expect(counts.change { $0 } == [0, 10])
        #expect(source.needs.isEmpty)
    }

    @Test("CM7, CM60, CM61: what cannot start says so on the queue, once")
    func refused() {
        let source = ScriptedSource([.accelerometer])
        let manager = MotionManager(sensors: MotionSensors(source: source))
        let queue = Halted()
        let errors = Locked<[MotionError]>([])
        manager.startGyroUpdates(to: queue) { _, error in errors.change { $0 += error.map { [$0] } ?? [] } }
        manager.startDeviceMotionUpdates(using: [.xArbitraryZVertical, .xTrueNorthZVertical], to: queue) { _, error in
            errors.change { $0 += error.map { [$0] } ?? [] }
        }
        #expect(errors.change { $0 }.isEmpty)
        queue.run()
        #expect(errors.change { $0 } == [.notAvailable, .invalidParameter])
        manager.startAccelerometerUpdates(to: queue) { _, error in errors.change { $0 += error.map { [$0] } ?? [] } }
        source.change { $0.sensors = [] }
        queue.run()
        #expect(errors.change { $0 } == [.notAvailable, .invalidParameter, .notAvailable])
    }

    @Test("CM62: a reader has the latest value on any thread, and nil after the stop")
    func readers() {
        let (reader, early) = (manager.deviceMotionReader, manager.gyroReader)
        #expect(reader.latest == nil)
        manager.startDeviceMotionUpdates()
        manager.startGyroUpdates()
        let isOver = Locked(false)
        let group = DispatchGroup()
        let seen = Locked<[Int]>([])
        for _ in 0..<3 {
            DispatchQueue.global().async(group: group) {
                var (count, last) = (0, Duration.zero)
                while !isOver.change({ $0 }) {
                    guard let motion = reader.latest else { continue }
                    if motion.timestamp >= last { count += 1 } else { count = .min }
                    last = motion.timestamp
                }
                seen.change { $0.append(count) }
            }
        }
        for _ in 0..<200 { source.play(0.05) }
        #expect(reader.latest?.timestamp == manager.deviceMotion?.timestamp && early.latest != nil)
        isOver.change { $0 = true }
        group.wait()
        #expect(seen.change { $0 }.allSatisfy { $0 >= 0 })
        manager.stopDeviceMotionUpdates()
        #expect(reader.latest == nil && early.latest != nil)
    }

    @Test("CM62: when the manager has gone its readers have nothing")
    func managerGone() {
        let source = ScriptedSource()
        var manager: MotionManager? = MotionManager(sensors: MotionSensors(source: source))
        let reader = manager?.accelerometerReader
        manager?.startAccelerometerUpdates()
        source.play(0.1)
        #expect(reader?.latest != nil)
        manager = nil
        #expect(reader != nil && reader?.latest == nil)
    }
}

/// A value that threads of a test share.
///
/// Sendable, unchecked: the value is used with the lock held only.
private final class Locked<Value>: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    private var value: Value

    init(_ value: Value) { self.value = value }

    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.wait()
        defer { lock.signal() }
        return body(&value)
    }
}
