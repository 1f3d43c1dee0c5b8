// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A descriptor to which log lines are written without blocking.
///
/// The descriptor is shared with the parent process, so its flags must not change. A socket is written with `send` and
/// `MSG_DONTWAIT`; a pipe or terminal is opened a second time with `O_NONBLOCK`, and if that is refused, `poll` tells
/// before each write whether a write of less than `PIPE_BUF` would block. Writes to a regular file do not block.
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
    /// The number of lines lost since the last line that was written.
    private(set) var lostCount = 0

    /// Writes to `descriptor`. The caller keeps it and closes it.
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
            // The descriptor is closed: a bus connection may get its number later, and must not get log lines.
            case _ where !isOpen: .none
            default: second >= 0 ? .write : .poll
            }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Writes one line of at most 2048 bytes, or counts it as lost if it cannot be written at once.
    ///
    /// Before the first line after lost ones, the result of `notice` for their number is written.
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

    /// Writes as many bytes as possible now and removes them from `bytes`. Returns whether all were written.
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
