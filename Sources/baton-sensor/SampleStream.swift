// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Glibc
import SystemPackage

/// A pipe that samples are written to. A reader that is too slow loses samples, and gets a record with their number.
final class SampleStream {
    /// Whether the reader wants the sensor's full rate.
    let isFullRate: Bool
    /// The number of records that did not fit, in total.
    private(set) var lost: UInt32 = 0
    /// Whether the reader has closed the pipe.
    private(set) var isClosed = false

    private let file: FileDescriptor
    private var untold: UInt32 = 0

    /// Takes over a descriptor, and makes it non-blocking.
    init(_ file: FileDescriptor, isFullRate: Bool) {
        self.file = file
        self.isFullRate = isFullRate
        let flags = fcntl(file.rawValue, F_GETFL)
        // A reader that does not read must not block this process.
        if flags >= 0 { _ = fcntl(file.rawValue, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Writes a record, if the pipe has room for it.
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

    /// Writes a record, which is smaller than PIPE_BUF and so is written completely or not at all.
    private func put(_ record: StreamRecord) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: StreamRecord.size, alignment: 8) { buffer in
            record.encode(into: buffer)
            if Glibc.write(file.rawValue, buffer.baseAddress, buffer.count) == buffer.count { return true }
            // After a signal, or with a full pipe, the pipe stays open.
            if errno != EAGAIN, errno != EINTR { close() }
            return false
        }
    }
}
