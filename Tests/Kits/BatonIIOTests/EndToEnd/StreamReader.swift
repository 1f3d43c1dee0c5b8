// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import SystemPackage

/// Reads the records of a stream.
final class StreamReader {
    private(set) var samples: [SensorKind: [SensorSample]] = [:]
    /// What was computed, in its order.
    private(set) var fused: [FusedSample] = []
    /// How many phases of shakes came.
    private(set) var phases = 0
    private(set) var hasEnded = false
    private var rest: [UInt8] = []
    private var pipe: UnixFileDescriptor?
    private var watch: Watch?

    /// The agent gave no pipe.
    struct Missing: Error {}

    init(_ pipe: UnixFileDescriptor, reactor: Reactor) throws {
        self.pipe = pipe
        watch = try reactor.watch(pipe.fileDescriptor, for: .readable) { [unowned self] _ in read() }
    }

    /// Closes the pipe, as a reader does that has enough.
    func close() {
        watch?.cancel()
        pipe = nil
    }

    private func read() {
        guard let pipe else { return }
        withUnsafeTemporaryAllocation(byteCount: 4000, alignment: 8) { buffer in
            let count = (try? pipe.fileDescriptor.read(into: buffer)) ?? 0
            guard count > 0 else {
                hasEnded = true
                return close()
            }
            rest += buffer[..<count]
        }
        while rest.count >= StreamRecord.size {
            let record = rest.withUnsafeBytes { StreamRecord(decoding: $0) }
            if case .sample(let sample)? = record { samples[sample.kind, default: []].append(sample) }
            if case .fused(let sample)? = record { fused.append(sample) }
            if case .phase? = record { phases += 1 }
            rest.removeFirst(StreamRecord.size)
        }
    }
}
