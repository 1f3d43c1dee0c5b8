// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SystemPackage

/// Wakes a reactor from any thread, through an eventfd.
///
/// It is the only part of a reactor that other threads may use. The handler runs once for any number of wake-ups since
/// its last run.
///
/// For example:
/// ```swift
/// let waker = try reactor.makeWaker { print("the other thread is ready") }
/// Task.detached { waker.wake() }
/// ```
public final class Waker: Sendable {
    private let descriptor: FileDescriptor

    init(reactor: Reactor, handler: @escaping () -> Void) throws(Errno) {
        let raw = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard raw >= 0 else { throw Errno(rawValue: errno) }
        let file = FileDescriptor(rawValue: raw)
        descriptor = file
        _ = try reactor.watch(file, for: .readable) { _ in
            var count: UInt64 = 0
            if read(file.rawValue, &count, 8) == 8 { handler() }
        }
    }

    /// Makes the reactor's next turn run the handler. Async-signal-safe, never blocks.
    public func wake() {
        var one: UInt64 = 1
        // EAGAIN means that the counter is full. The reactor wakes in any case then.
        _ = write(descriptor.rawValue, &one, 8)
    }

    deinit { try? descriptor.close() }
}
