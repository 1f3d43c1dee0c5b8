// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs simulated households, one seed after the other, and prints the seeds of those with a fault.
///
/// `baton-simulate-households [--worlds N] [--seed FIRST] [--trace]`
@main
enum SimulateHouseholds {
    static func main() {
        // Without this the order of a dictionary differs from run to run, and a seed would not determine the whole world.
        if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
            setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
            execv("/proc/self/exe", CommandLine.unsafeArgv)
        }
        var (count, first, isTracing) = (100 as UInt64, 1 as UInt64, false)
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--worlds": count = arguments.next().flatMap { UInt64($0) } ?? count
            case "--seed": first = arguments.next().flatMap { UInt64($0) } ?? first
            case "--trace": isTracing = true
            default:
                print("usage: baton-simulate-households [--worlds N] [--seed FIRST] [--trace]")
                exit(64)
            }
        }
        exit(play(count, from: first, isTracing: isTracing) ? 0 : 1)
    }

    private static func play(_ count: UInt64, from first: UInt64, isTracing: Bool) -> Bool {
        let begun = ContinuousClock.now
        var failed: [UInt64] = []
        for seed in first..<(first &+ count) {
            var world = HouseholdWorld(seed: seed, isTracing: isTracing)
            world.run()
            guard !world.faults.isEmpty else { continue }
            failed.append(seed)
            print("world \(seed): \(world.faults.joined(separator: "\n    "))")
            if failed.count >= 20 { break }
        }
        let seconds = Double((ContinuousClock.now - begun) / .milliseconds(1)) / 1000
        // fits: a count of worlds, over at least a millisecond
        let rate = Int((Double(count) / max(seconds, 0.001)).rounded())
        print("\(count) worlds from seed \(first) in \(seconds) s, \(rate) worlds/s, \(failed.count) with failures")
        if let seed = failed.first { print("again: baton-simulate-households --worlds 1 --seed \(seed) --trace") }
        return failed.isEmpty
    }
}
