// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A sensor's attribute that is shaken: 25 m/s² at 4 Hz, until the shake is stopped; then it says that it rests.
///
/// A thread of its own writes it, and takes each value from the clock: however late it or the test's thread comes to run, what it
/// writes is right at that instant, and a test that waits for something else does not make the device stand still.
public final class ShakenFile {
    /// What the thread and its owner share.
    private final class State: Sendable {
        let path: String
        let isStopped = Atomic(false)

        init(path: String) { self.path = path }

        func run() {
            // Ahead of what else runs, where that is allowed: a shake that stands still for long is none.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10)
            let begin = Self.seconds
            while !isStopped.load(ordering: .acquiring) {
                ShakenFile.write(ShakenFile.steps(at: Self.seconds - begin), to: path)
                usleep(4000)
            }
            ShakenFile.write(0, to: path)
        }

        private static var seconds: Double {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    private let state: State
    private var thread: pthread_t?

    /// Shakes the attribute of a file that is there.
    public init(path: String) {
        state = State(path: path)
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(state).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<State>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument)
        precondition(result == 0, "no thread: \(result)")
        self.thread = thread
    }

    deinit { stop() }

    /// Ends the shake; the attribute says that the sensor rests when this returns.
    public func stop() {
        state.isStopped.store(true, ordering: .releasing)
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    /// The acceleration at an instant of a shake, in steps of 0.009807 m/s².
    public static func steps(at seconds: Double) -> Int64 {
        Int64(25 / 0.009807 * sin(2 * Double.pi * 4 * seconds))
    }

    /// In place, in one go and always as long: a reader must not see half of it.
    public static func write(_ value: Int64, to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = "\(value)"
        let line = text + String(repeating: " ", count: max(0, 24 - text.utf8.count)) + "\n"
        _ = Glibc.write(file, line, line.utf8.count)
    }
}
