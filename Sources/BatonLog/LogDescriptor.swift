// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A descriptor that log lines are written to without ever waiting for its reader.
///
/// The descriptor is shared with whoever started us, so its flags stay as they are: a socket is sent to with
/// `MSG_DONTWAIT`, a pipe or terminal is opened a second time with `O_NONBLOCK`, and where that is refused `poll` says
/// whether a write of less than `PIPE_BUF` would wait. A file never waits for anybody.
final class LogDescriptor {
    private enum Way {
        case send
        case write
        case poll
        case none
    }

    private let descriptor: CInt
    private let ownsDescriptor: Bool
    private let way: Way
    private var rest: [UInt8] = []
    /// Lines lost since the last one that was written.
    private(set) var lostCount = 0

    /// Writes to `descriptor`, which stays open and the caller's.
    init(_ descriptor: CInt) {
        var status = stat()
        let isOpen = fstat(descriptor, &status) == 0
        let kind = isOpen ? status.st_mode & S_IFMT : 0
        var second: CInt = -1
        if kind == S_IFIFO || kind == S_IFCHR {
            second = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        }
        self.descriptor = second >= 0 ? second : descriptor
        ownsDescriptor = second >= 0
        way =
            switch kind {
            case S_IFSOCK: .send
            case S_IFREG: .write
            // Closed: the number may become a bus connection's, which is no place for log lines.
            case _ where !isOpen: .none
            default: second >= 0 ? .write : .poll
            }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Writes one line of at most 2048 bytes, or counts it as lost when it cannot be written at once.
    ///
    /// The first line after lost ones is preceded by `notice` of their count.
    func write(_ line: [UInt8], notice: (Int) -> [UInt8]) {
        guard put(&rest) else {
            lostCount += 1
            return
        }
        rest = lostCount > 0 ? notice(lostCount) + line : line
        let length = rest.count
        if !put(&rest), rest.count == length {
            rest = []
            lostCount += 1
        } else {
            lostCount = 0
        }
    }

    /// Writes what can be written now and keeps the remainder; false when there is one.
    private func put(_ bytes: inout [UInt8]) -> Bool {
        while !bytes.isEmpty {
            let count = attempt(bytes)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return false }
            bytes.removeFirst(count)
        }
        return true
    }

    private func attempt(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { buffer in
            switch way {
            case .send:
                let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
                return send(descriptor, buffer.baseAddress, buffer.count, flags)
            case .write: return Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            case .none: return 0
            case .poll:
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard Glibc.poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return 0 }
                return Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
        }
    }
}
