// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc

/// Runs simulated worlds, one seed after the other, and prints the seeds of those with a failure.
///
/// `baton-simulate [--worlds N] [--seed FIRST] [--evenings] [--trace]`
@main
@MainActor
enum Simulate {
    /// What the command line asks for.
    private struct Options {
        var worlds = 100
        var first: UInt64 = 1
        var isTracing = false
        /// Whether each world is an ``Evening``.
        var isEvening = false

        /// The command that plays a world again.
        func again(_ seed: UInt64) -> String {
            "again: baton-simulate --worlds 1 --seed \(seed)\(isEvening ? " --evenings" : "") --trace"
        }
    }

    static func main() {
        restartWithFixedHashing()
        var options = Options()
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--worlds": options.worlds = arguments.next().flatMap(Int.init) ?? options.worlds
            case "--seed": options.first = arguments.next().flatMap(UInt64.init) ?? options.first
            case "--evenings": options.isEvening = true
            case "--trace": options.isTracing = true
            default:
                print("usage: baton-simulate [--worlds N] [--seed FIRST] [--evenings] [--trace]")
                exit(64)
            }
        }
        exit(play(options) ? 0 : 1)
    }

    /// Without this the order of a dictionary differs from run to run, and a seed would not determine the whole world.
    private static func restartWithFixedHashing() {
        guard getenv("SWIFT_DETERMINISTIC_HASHING") == nil else { return }
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        execv("/proc/self/exe", CommandLine.unsafeArgv)
    }

    private static func play(_ options: Options) -> Bool {
        let (count, first) = (options.worlds, options.first)
        let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let folder = "\(base)/baton-simulate-\(getpid())"
        let clock = MonotonicClock()
        let begun = clock.now
        var failed: [UInt64] = []
        for seed in first..<(first &+ UInt64(count)) {
            // The seed is noted, so that a crash can report it.
            note(seed, options)
            let failures = outcome(of: seed, in: folder, options)
            clean(folder)
            guard !failures.isEmpty else { continue }
            failed.append(seed)
            print("world \(seed): \(failures.joined(separator: "\n    "))")
            if failed.count >= 20 { break }
        }
        let seconds = Double((clock.now - begun) / .milliseconds(1)) / 1000
        let rate = Int(Double(count) / max(seconds, 0.001))
        print("\(count) worlds from seed \(first) in \(seconds) s, \(rate) worlds/s, \(failed.count) with failures")
        if let seed = failed.first { print(options.again(seed)) }
        return failed.isEmpty
    }

    private static func outcome(of seed: UInt64, in folder: String, _ options: Options) -> [String] {
        do {
            // In every second evening the clock goes on between two readings.
            let step = options.isEvening && seed % 2 == 0 ? Duration.nanoseconds(100) : .zero
            let world = try World(seed: seed, folder: folder, isTracing: options.isTracing, clockStep: step)
            if options.isEvening { try Evening(world).play() } else { try Script(world).play() }
            return world.failures
        } catch {
            return ["the world cannot be made: \(error)"]
        }
    }

    // MARK: Crashes

    /// The text that the handler of a crash prints. It is set before each world and read after a crash, on one thread.
    nonisolated(unsafe) private static let lastWords = UnsafeMutablePointer<CChar>.allocate(capacity: 128)

    /// Installs a handler for traps, which end the process: it prints the world's seed.
    private static func note(_ seed: UInt64, _ options: Options) {
        let text = "\nworld \(seed) ended the process; \(options.again(seed))\n"
        text.withCString { _ = strncpy(lastWords, $0, 127) }
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
            signal(number) { number in
                _ = write(STDERR_FILENO, Simulate.lastWords, strlen(Simulate.lastWords))
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static func clean(_ folder: String) {
        for file in ["baton.conf", "baton/state", "baton/interruptions", "baton/sleep"] {
            unlink("\(folder)/\(file)")
            unlink("\(folder)/\(file).new")
        }
        rmdir("\(folder)/baton")
        rmdir(folder)
    }
}
