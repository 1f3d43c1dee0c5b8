// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import BatonReactor
import BatonReactorHost
import Dispatch
import Foundation
import Synchronization

/// Motion beside each main loop that a Swift program may have: `motion-example tasks`, `dispatch` or `run-loop`.
///
/// A handler runs on the main actor, a second one on a background queue, and a renderer on a thread of its own reads the latest
/// value. When each has seen twenty values the program ends.
@main
@MainActor
final class MotionExample {
    private let host: ReactorHost
    private let manager: MotionManager
    private let tally = Tally()

    private init() throws {
        let reactor = try Reactor()
        host = ReactorHost(reactor)
        manager = MotionManager(sensors: MotionSensors(source: Turntable(reactor)))
    }

    static func main() throws {
        let example = try MotionExample()
        switch CommandLine.arguments.dropFirst().first {
        case "dispatch":
            DispatchQueue.main.async { MainActor.assumeIsolated { example.start() } }
            dispatchMain()
        case "run-loop":
            example.start()
            RunLoop.main.run()
        default:
            // Swift turns the main actor's tasks on the same queue; a program with an asynchronous `main` needs no `dispatchMain`.
            Task { @MainActor in example.start() }
            dispatchMain()
        }
    }

    private func start() {
        let tally = tally
        // Without a queue the handler is called on the source's loop: the main actor's thread.
        manager.startGyroUpdates { [self] data, _ in
            if data != nil, tally.add({ $0.handled += 1 }) { end() }
        }
        manager.startMagnetometerUpdates(to: Background()) { data, _ in
            if data != nil { tally.add { $0.stored += 1 } }
        }
        let reader = manager.gyroReader
        Thread.detachNewThread {
            while true {
                if reader.latest != nil { tally.add { $0.drawn += 1 } }
                Thread.sleep(forTimeInterval: 1 / 120)
            }
        }
    }

    private func end() {
        manager.stopGyroUpdates()
        manager.stopMagnetometerUpdates()
        host.stop()
        print("handled, stored and drawn")
        exit(0)
    }
}

/// A background queue of Dispatch for the handlers of motion.
struct Background: MotionQueue {
    let queue = DispatchQueue(label: "motion")

    func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// Sensors on a turning table: they stand for a `BusMotionSource` or an `IIOMotionSource`, which need a machine with sensors.
final class Turntable: MotionSource {
    var events: ((MotionSourceEvent) -> Void)?
    let equipment = MotionEquipment(sensors: [.gyroscope, .magnetometer])
    private let reactor: Reactor
    private var needs = MotionNeeds()
    private var timer: ReactorTimer?

    init(_ reactor: Reactor) { self.reactor = reactor }

    func read(_ needs: MotionNeeds) {
        self.needs = needs
        timer?.cancel()
        timer = nil
        turn()
    }

    func perform(_ work: @escaping () -> Void) { reactor.deferUntilEndOfTurn(work) }

    private func turn() {
        guard let interval = needs.intervals.values.min() else { return }
        timer = reactor.schedule(after: .seconds(interval)) { [weak self] in
            guard let self else { return }
            for kind in needs.intervals.keys { events?(.sample(SensorSample(kind, at: reactor.now, x: 0, y: 0, z: 1))) }
            turn()
        }
    }
}

/// How often each of the three has seen a value.
final class Tally: Sendable {
    struct Counts {
        var handled = 0
        var stored = 0
        var drawn = 0
    }

    private let counts = Mutex(Counts())

    /// Counts one. Returns whether all have seen enough.
    @discardableResult
    func add(_ one: (inout Counts) -> Void) -> Bool {
        counts.withLock { counts in
            one(&counts)
            return min(counts.handled, counts.stored, counts.drawn) >= 20
        }
    }
}
