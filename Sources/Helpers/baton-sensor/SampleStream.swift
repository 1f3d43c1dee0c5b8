// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
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
    /// Computes what the reader wants of several sensors; nil if it wants nothing, or one of them is gone.
    private var fusion: AttitudeFusion?
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
        if let fused = request.fused { begin(fused) }
    }

    private func begin(_ fused: FusedRequest) {
        var sensors: Set<SensorKind> = [.accelerometer, .gyroscope]
        if fused.usesMagnetometer { sensors.insert(.magnetometer) }
        fusion = AttitudeFusion(
            sensors, every: Double(fused.interval) / 1_000_000, using: AttitudeReferenceFrame(rawValue: fused.frame),
            declination: fused.declination
        ) { [weak self] in
            self?.write($0, fused.kinds)
        }
        kinds.formUnion(fusionKinds)
    }

    /// The sensors that the fusion needs.
    private var fusionKinds: Set<SensorKind> { fusion.map { Set($0.intervals.keys) } ?? [] }

    /// How a kind is to be read for this stream; nil if it is not wanted.
    func wish(for kind: SensorKind) -> IIOSensorSet.Wish? {
        guard kinds.contains(kind) else { return nil }
        let own = request.intervals[kind].map { interval in
            interval > 0
                ? IIOSensorSet.Wish(
                    rate: 1_000_000 / Double(interval), longestDelay: Self.longestDelay,
                    allowsRest: !request.isFullRate)
                : IIOSensorSet.Wish(rate: Self.ordinaryRate, allowsRest: !request.isFullRate)
        }
        // A filter needs all samples, also while nothing moves.
        let fused = fusion?.intervals[kind].map {
            IIOSensorSet.Wish(rate: 1 / $0, longestDelay: Self.longestDelay, allowsRest: false)
        }
        guard let own else { return fused }
        return fused.map(own.merged) ?? own
    }

    /// A kind cannot be read any more. What is computed from it ends too.
    func lose(_ kind: SensorKind) {
        if fusionKinds.contains(kind) {
            fusion = nil
            kinds.formIntersection(request.intervals.keys)
        }
        kinds.remove(kind)
    }

    /// Writes a sample, if its kind is wanted and it is due, and what is computed from it.
    func take(_ sample: SensorSample) {
        guard kinds.contains(sample.kind) else { return }
        fusion?.take(sample)
        guard let interval = request.intervals[sample.kind] else { return }
        let index = Int(sample.kind.rawValue) - 1
        guard interval == 0 || thinners[index].takes(sample.nanoseconds, every: Double(interval) / 1_000_000) else {
            return
        }
        write(.sample(sample))
    }

    /// Writes what is wanted of a motion, the attitude last.
    private func write(_ motion: DeviceMotion, _ kinds: Set<FusedKind>) {
        let time = motion.timestamp.wholeNanoseconds
        for kind in FusedKind.allCases where kinds.contains(kind) {
            let value =
                switch kind {
                case .gravity: motion.gravity
                case .userAcceleration: motion.userAcceleration
                case .rotationRate: motion.rotationRate
                case .attitude: motion.attitude.quaternion.turn
                }
            write(.fused(FusedSample(kind, nanoseconds: time, x: value.x, y: value.y, z: value.z)))
        }
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
