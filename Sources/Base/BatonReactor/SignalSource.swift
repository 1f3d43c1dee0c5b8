// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SystemPackage

/// Signals as events of a reactor, through a signalfd.
///
/// As long as the source exists its signals are blocked in this thread, and in threads and child processes that inherit
/// the mask, so that only the reactor receives them. Make it before any other thread is started.
///
/// For example:
/// ```swift
/// let source = try reactor.signals([.terminate, .interrupt]) { signal in
///     print("ended by \(signal)")
///     reactor.stop()
/// }
/// ```
public final class SignalSource {
    private var descriptor: FileDescriptor?
    private let handler: (SignalNumber) -> Void
    private var watch: Watch?
    private var previousMask = sigset_t()

    init(_ signals: [SignalNumber], reactor: Reactor, handler: @escaping (SignalNumber) -> Void) throws(Errno) {
        self.handler = handler
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal.rawValue) }
        let blocked = pthread_sigmask(SIG_BLOCK, &mask, &previousMask)
        guard blocked == 0 else { throw Errno(rawValue: blocked) }
        let raw = signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        guard raw >= 0 else {
            let error = Errno(rawValue: errno)
            pthread_sigmask(SIG_SETMASK, &previousMask, nil)
            throw error
        }
        let file = FileDescriptor(rawValue: raw)
        descriptor = file
        watch = try reactor.watch(file, for: .readable) { _ in Self.drain(file, handler) }
    }

    /// Handles the signals that have come by now, without waiting for the next turn. For callers that a pending signal
    /// may stop from what they are about to do.
    public func handlePending() {
        if let descriptor { Self.drain(descriptor, handler) }
    }

    /// Stops receiving the signals, and restores the signal mask.
    public func cancel() {
        guard let file = descriptor else { return }
        descriptor = nil
        watch?.cancel()
        watch = nil
        try? file.close()
        pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    }

    deinit { cancel() }

    private static func drain(_ file: FileDescriptor, _ handler: (SignalNumber) -> Void) {
        var info = signalfd_siginfo()
        while read(file.rawValue, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            handler(SignalNumber(rawValue: Int32(bitPattern: info.ssi_signo)))
        }
    }
}
