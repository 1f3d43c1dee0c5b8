// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import BatonMotion
import BatonSensorLink
import Glibc
import SystemPackage

/// A pipe that samples are written to. A reader that is too slow loses samples, and gets a record with their number.
final class SampleStream {
    /// What the reader wants.
    let request: StreamRequest
    /// The number of records that did not fit, in total.
    private(set) var lost: UInt32 = 0
    /// Whether the reader has closed the pipe.
    private(set) var isClosed = false

    private let file: FileDescriptor
    private var untold: UInt32 = 0
    /// The kinds that are still read for it.
    private(set) var kinds: Set<SensorKind>
    /// One for each kind, and the wished interval in seconds; 0 for every sample (rule CM13).
    private var thinners = [SampleThinner](repeating: SampleThinner(), count: SensorKind.allCases.count)

    /// How late a sample of a stream with an interval may be.
    private static let longestDelay = Duration.milliseconds(20)
    /// The least rate in Hz for a stream without an interval.
    private static let ordinaryRate = 50.0

    /// Takes over a descriptor, and makes it non-blocking.
    init(_ file: FileDescriptor, _ request: StreamRequest) {
        self.file = file
        self.request = request
        kinds = Set(request.intervals.keys)
        let flags = fcntl(file.rawValue, F_GETFL)
        // A reader that does not read must not block this process.
        if flags >= 0 { _ = fcntl(file.rawValue, F_SETFL, flags | O_NONBLOCK) }
    }

    /// How a kind is to be read for this stream; nil if it is not wanted.
    func wish(for kind: SensorKind) -> IIOSensorSet.Wish? {
        guard kinds.contains(kind), let interval = request.intervals[kind] else { return nil }
        guard interval > 0 else { return IIOSensorSet.Wish(rate: Self.ordinaryRate, allowsRest: !request.isFullRate) }
        return IIOSensorSet.Wish(
            rate: 1_000_000 / Double(interval), longestDelay: Self.longestDelay, allowsRest: !request.isFullRate)
    }

    /// A kind cannot be read any more.
    func lose(_ kind: SensorKind) { kinds.remove(kind) }

    /// Writes a sample, if its kind is wanted and it is due.
    func take(_ sample: SensorSample) {
        guard kinds.contains(sample.kind), let interval = request.intervals[sample.kind] else { return }
        let index = Int(sample.kind.rawValue) - 1
        guard interval == 0 || thinners[index].takes(sample.nanoseconds, every: Double(interval) / 1_000_000) else {
            return
        }
        write(.sample(sample))
    }

    /// Writes a phase of a shake, if it is wanted.
    func take(_ phase: MotionPhase) {
        if request.hasPhases { write(.phase(phase)) }
    }

    /// Writes a record, if the pipe has room for it.
    private func write(_ record: StreamRecord) {
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
