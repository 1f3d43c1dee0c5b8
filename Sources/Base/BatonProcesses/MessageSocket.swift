// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import CLinux
import Glibc
public import SystemPackage

/// One end of a socket pair that carries whole messages, each with at most one descriptor.
///
/// batond and its child processes communicate through such pairs. Neither end blocks, and each learns at once when the
/// other has closed. Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let (ours, theirs) = try MessageSocket.pair()
/// let child = try Subprocess(["helper"], environment: [:], channel: theirs, reactor: reactor) { print($0) }
/// try theirs.close()
/// let socket = try MessageSocket(
///     ours, reactor: reactor, received: { bytes, _ in print(bytes) }, closed: { print("the other end is closed") })
/// try socket.send([1, 2, 3])
/// ```
public final class MessageSocket {
    /// The longest message, in bytes. A longer one is cut when it is received, and then cannot be decoded.
    public static let longestMessage = 8192

    private let file: FileDescriptor
    private var watch: Watch?
    private var received: ((ArraySlice<UInt8>, FileDescriptor?) -> Void)?
    private var closed: (() -> Void)?

    /// Makes both ends, with close-on-exec. Give one to ``init(_:reactor:received:closed:)`` and one to a child.
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

    /// Takes over a descriptor. It is closed with this object.
    ///
    /// - Parameters:
    ///   - received: called in a turn for each message. The receiver has to close the descriptor.
    ///   - closed: called once, in a turn, when the other end is closed and everything that it sent has been received;
    ///     not after ``close()``.
    ///   - file: a socket of records; this object closes it.
    ///   - reactor: the reactor in whose turns it is read.
    /// - Throws: the error of `epoll_ctl`: the descriptor cannot be watched.
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
    /// - Throws: `EAGAIN` when the other end has not read for some time, `EPIPE` or `ECONNRESET` when it is closed,
    ///   `EBADF` after ``close()``.
    public func send(_ bytes: [UInt8], descriptor: FileDescriptor? = nil) throws(Errno) {
        guard watch != nil else { throw .badFileDescriptor }
        guard clinux_send(file.rawValue, bytes, bytes.count, descriptor?.rawValue ?? -1) >= 0 else {
            throw Errno(rawValue: errno)
        }
    }

    /// Closes this end. No handler is called any more.
    public func close() {
        guard let present = watch else { return }
        watch = nil
        received = nil
        closed = nil
        present.cancel()
        try? file.close()
    }

    deinit { close() }

    /// How many messages are received before the reactor looks at its other descriptors.
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
