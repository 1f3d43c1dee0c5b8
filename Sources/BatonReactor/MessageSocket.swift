// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
public import SystemPackage

/// One end of a socket pair that carries whole messages, each with at most one descriptor.
///
/// It is how batond talks to its child processes: neither end ever blocks, and each sees at once that the other is gone.
/// Belongs to whoever turns the reactor.
public final class MessageSocket {
    /// The longest message, in bytes; a longer one that comes is cut, and its receiver finds it malformed.
    public static let longestMessage = 8192

    private let file: FileDescriptor
    private var watch: Watch?
    private var received: ((ArraySlice<UInt8>, FileDescriptor?) -> Void)?
    private var closed: (() -> Void)?

    /// Makes both ends, close-on-exec: give one to ``init(_:reactor:received:closed:)`` and one to a child.
    ///
    /// - Throws: the error of `socketpair`: no descriptors or no memory left.
    public static func pair() throws(Errno) -> (ours: FileDescriptor, theirs: FileDescriptor) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) { pointer in
            pointer.withMemoryRebound(to: Int32.self, capacity: 2) {
                socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
        return (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
    }

    /// Takes over a descriptor, and closes it at the end.
    ///
    /// - Parameters:
    ///   - received: called in a turn for each message, with a descriptor that is the receiver's to close.
    ///   - closed: called once, in a turn, when the other end is gone and everything it sent has been received; not after
    ///     ``close()``.
    /// - Throws: the error of `epoll_ctl`: the descriptor is not a socket of ours.
    public init(
        _ file: FileDescriptor, reactor: Reactor,
        received: @escaping (ArraySlice<UInt8>, FileDescriptor?) -> Void, closed: @escaping () -> Void
    ) throws(Errno) {
        self.file = file
        self.received = received
        self.closed = closed
        watch = try reactor.watch(file, for: .readable) { [weak self] _ in self?.receive() }
    }

    /// Sends one message, with a copy of a descriptor.
    ///
    /// - Throws: `EAGAIN` when the other end has not read for long, `EPIPE` or `ECONNRESET` when it is gone,
    ///   `EBADF` after ``close()``.
    public func send(_ bytes: [UInt8], descriptor: FileDescriptor? = nil) throws(Errno) {
        guard watch != nil else { throw .badFileDescriptor }
        guard clinux_send(file.rawValue, bytes, bytes.count, descriptor?.rawValue ?? -1) >= 0 else {
            throw Errno(rawValue: errno)
        }
    }

    /// Closes this end; nothing more is told.
    public func close() {
        guard let present = watch else { return }
        watch = nil
        received = nil
        closed = nil
        present.cancel()
        try? file.close()
    }

    deinit { close() }

    /// A burst is taken in parts, so that others have their turn between.
    private static let batch = 64

    private func receive() {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestMessage) { buffer in
            for _ in 0..<Self.batch {
                var descriptor: Int32 = -1
                let count = clinux_receive(file.rawValue, buffer.baseAddress, buffer.count, &descriptor)
                guard count > 0 else {
                    if count < 0, errno == EAGAIN || errno == EINTR { return }
                    let ended = closed
                    close()
                    ended?()
                    return
                }
                let passed = descriptor >= 0 ? FileDescriptor(rawValue: descriptor) : nil
                received?(ArraySlice(buffer[..<count]), passed)
                guard watch != nil else { return }
            }
        }
    }
}
