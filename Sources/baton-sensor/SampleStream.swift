// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
internal import Glibc
internal import SystemPackage

/// A pipe that samples are written into; a reader that is too slow loses some and is told how many.
final class SampleStream {
    /// Whether the sensor is read at its full rate for it.
    let isFullRate: Bool
    /// How many records did not fit, in all.
    private(set) var lost: UInt32 = 0
    /// Whether the reader has gone.
    private(set) var isClosed = false

    private let file: FileDescriptor
    private var untold: UInt32 = 0

    /// Takes over a descriptor that does not block.
    init(_ file: FileDescriptor, isFullRate: Bool) {
        self.file = file
        self.isFullRate = isFullRate
        let flags = fcntl(file.rawValue, F_GETFL)
        // A reader that stops must never stop us.
        if flags >= 0 { _ = fcntl(file.rawValue, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Writes a record if it fits.
    func write(_ record: StreamRecord) {
        guard !isClosed else { return }
        if untold > 0 {
            guard put(.lost(count: untold, at: record.timestamp)) else { return count() }
            untold = 0
        }
        if !put(record) { count() }
    }

    /// Closes the pipe.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        try? file.close()
    }

    private func count() {
        guard !isClosed else { return }
        untold &+= 1
        lost &+= 1
    }

    /// A record is smaller than PIPE_BUF: it is written whole or not at all.
    private func put(_ record: StreamRecord) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: StreamRecord.size, alignment: 8) { buffer in
            record.encode(into: buffer)
            if Glibc.write(file.rawValue, buffer.baseAddress, buffer.count) == buffer.count { return true }
            // A signal or a full pipe is no end.
            if errno != EAGAIN, errno != EINTR { close() }
            return false
        }
    }
}
