// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import Glibc
import SystemPackage

/// One request over a Unix socket: connects, writes the request, and reads the answer. Never blocks.
///
/// The process that serves the socket must be the user's or root's: some compositors have their socket in /tmp, where
/// every user may create one. The object keeps itself alive until the exchange has ended. Not thread-safe: use it on
/// the thread that runs the reactor.
package final class LocalExchange {
    /// Whether the bytes so far are the whole answer.
    package enum Progress {
        /// More bytes must follow.
        case partial
        /// The answer is complete. Bytes after it are not read.
        case complete
        /// The bytes are not an answer, and why.
        case wrong(String)
    }

    private let file: FileDescriptor
    private let longest: Int
    private let judge: ([UInt8]) -> Progress
    private var request: ArraySlice<UInt8>
    private var answer: [UInt8] = []
    private var watch: Watch?
    private var timer: ReactorTimer?
    private var then: ((Result<[UInt8], LocalExchangeError>) -> Void)?

    /// Sends a request and reads the answer.
    ///
    /// - Parameters:
    ///   - longest: the largest number of bytes of an answer.
    ///   - user: the user whose process must serve the socket; root's processes may too.
    ///   - judge: called with the bytes so far; tells whether they are the whole answer. When the server closes the
    ///     connection, the answer is complete.
    ///   - then: called once, in this turn of the reactor or a later one.
    package static func ask(
        _ path: String, _ request: [UInt8], longest: Int, by deadline: Duration, reactor: Reactor,
        user: uid_t = geteuid(), judge: @escaping ([UInt8]) -> Progress,
        then: @escaping (Result<[UInt8], LocalExchangeError>) -> Void
    ) {
        do throws(LocalExchangeError) {
            let file = try connect(path, user: user)
            let exchange = LocalExchange(file, request, longest: longest, judge: judge, then: then)
            exchange.start(by: deadline, reactor: reactor)
        } catch {
            then(.failure(error))
        }
    }

    private init(
        _ file: FileDescriptor, _ request: [UInt8], longest: Int, judge: @escaping ([UInt8]) -> Progress,
        then: @escaping (Result<[UInt8], LocalExchangeError>) -> Void
    ) {
        self.file = file
        self.request = request[...]
        self.longest = longest
        self.judge = judge
        self.then = then
    }

    private static func connect(_ path: String, user: uid_t) throws(LocalExchangeError) -> FileDescriptor {
        guard let address = UnixSocketAddress(path: path) else { throw .failed("'\(path)' is no path of a socket") }
        let file: FileDescriptor
        do { file = try UnixSocketAddress.makeSocket() } catch { throw .failed("no socket: \(error)") }
        do {
            try address.connect(file)
        } catch {
            try? file.close()
            throw .failed("'\(path)' cannot be connected to: \(error)")
        }
        var peer = Peer()
        var size = socklen_t(MemoryLayout<Peer>.size)
        guard getsockopt(file.rawValue, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.user == user || peer.user == 0
        else {
            try? file.close()
            throw .failed("'\(path)' is served by another user")
        }
        return file
    }

    /// `struct ucred`, which glibc declares for _GNU_SOURCE only.
    private struct Peer {
        var process: pid_t = 0
        var user: uid_t = uid_t.max
        var group: gid_t = gid_t.max
    }

    private func start(by deadline: Duration, reactor: Reactor) {
        do {
            watch = try reactor.watch(file, for: [.readable, .writable]) { [self] in ready($0) }
            timer = reactor.schedule(at: deadline) { [self] in finish(.failure(.late)) }
        } catch {
            finish(.failure(.failed("the socket cannot be watched: \(error)")))
        }
    }

    private func ready(_ readiness: Readiness) {
        if !request.isEmpty { write() }
        if then != nil, !readiness.intersection([.readable, .hangUp, .error]).isEmpty { read() }
    }

    private func write() {
        let count = request.withUnsafeBytes { send(file.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count < 0 {
            guard errno != EAGAIN, errno != EINTR else { return }
            return finish(.failure(.failed("the request is not taken: \(Errno(rawValue: errno))")))
        }
        request = request.dropFirst(count)
        if request.isEmpty { watch?.readiness = .readable }
    }

    /// Reads once in each turn, so that other descriptors get their turn. The watch is level-triggered and calls again.
    private func read() {
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { buffer in
            let count = recv(file.rawValue, buffer.baseAddress, buffer.count, 0)
            if count > 0 { answer += buffer[..<count] }
            return count
        }
        if count < 0 {
            guard errno != EAGAIN, errno != EINTR else { return }
            return finish(.failure(.failed("the answer broke off: \(Errno(rawValue: errno))")))
        }
        guard answer.count <= longest else {
            return finish(.failure(.unreadable("it has over \(longest >> 10) KiB")))
        }
        if count == 0 { return finish(.success(answer)) }
        switch judge(answer) {
        case .partial: break
        case .complete: finish(.success(answer))
        case .wrong(let reason): finish(.failure(.unreadable(reason)))
        }
    }

    private func finish(_ result: Result<[UInt8], LocalExchangeError>) {
        guard let answer = then else { return }
        then = nil
        timer?.cancel()
        timer = nil
        watch?.cancel()
        watch = nil
        try? file.close()
        answer(result)
    }
}

/// Why an exchange over a Unix socket failed.
package enum LocalExchangeError: Error, Equatable, Sendable {
    /// The socket cannot be used, and why.
    case failed(String)
    /// The answer is not what the reader expects, and why.
    case unreadable(String)
    /// The deadline passed before the answer was complete.
    case late
}
