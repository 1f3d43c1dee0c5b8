// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A sensor's attribute during a shake of 25 m/s² at 4 Hz. When the shake is stopped it has the value at rest.
///
/// A thread of its own writes it, and computes each value from the clock. So the values are right at their instants
/// even if a thread runs late, and the shake goes on while the test waits for something else.
public final class ShakenFile {
    /// What the thread works with.
    private final class State: Sendable {
        let path: String
        /// At its end when the shake is stopped.
        let stop: Int32

        init(path: String, stop: Int32) {
            self.path = path
            self.stop = stop
        }

        deinit { close(stop) }

        func run() {
            // Raises the priority, if that is allowed, because a shake that pauses for long is not recognized.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10)
            let begin = Self.seconds
            var end = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
            repeat {
                ShakenFile.write(ShakenFile.steps(at: Self.seconds - begin), to: path)
            } while poll(&end, 1, 4) <= 0
            ShakenFile.write(0, to: path)
        }

        private static var seconds: Double {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    /// The other end of the thread's pipe.
    private let stopping: Int32
    private var thread: pthread_t?

    /// Starts to shake the attribute in an existing file.
    public init(path: String) {
        var ends: [Int32] = [-1, -1]
        let isPiped = pipe(&ends) == 0
        precondition(isPiped, "no pipe: \(errno)")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopping = ends[1]
        let state = State(path: path, stop: ends[0])
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

    /// Ends the shake. When this returns the attribute has the value at rest.
    public func stop() {
        guard let thread else { return }
        close(stopping)
        pthread_join(thread, nil)
        self.thread = nil
    }

    /// The acceleration at an instant of a shake, in units of 0.009807 m/s².
    public static func steps(at seconds: Double) -> Int64 {
        Int64(25 / 0.009807 * sin(2 * Double.pi * 4 * seconds))
    }

    /// Writes in place, with one system call and always the same length, so that a reader never sees a part of a value.
    public static func write(_ value: Int64, to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = "\(value)"
        let line = text + String(repeating: " ", count: max(0, 24 - text.utf8.count)) + "\n"
        _ = Glibc.write(file, line, line.utf8.count)
    }
}
