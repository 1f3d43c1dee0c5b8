// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// A directory of recordings, in memory.
struct Library {
    let recordings: [(entry: Manifest.Entry, samples: [SensorSample])]

    init(_ directory: URL) throws {
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: directory.appendingPathComponent("manifest.json")))
        recordings = try manifest.recordings.map { entry in
            let text = try Self.text(of: directory.appendingPathComponent(entry.file))
            do {
                // The unit is not checked, because some sets are without gravity.
                return (entry, try RecordingReader.read(text, checksUnit: false).samples)
            } catch {
                throw LibraryError(file: entry.file, problem: "\(error)")
            }
        }
    }

    /// Processor time of the detector for a sample, in nanoseconds: the best of ten passes, because other work can only
    /// add to it.
    func cost(_ options: Options) -> Double {
        let count = recordings.reduce(0) { $0 + $1.samples.count }
        guard count > 0 else { return 0 }
        var phases = 0
        let passes = (0..<10).map { _ in
            let start = clock()
            for (_, samples) in recordings {
                var detector = options.makeDetector()
                for sample in samples where detector.process(sample) != nil { phases += 1 }
            }
            return clock() - start
        }
        // The count is used, so that the optimizer does not remove the work.
        return phases >= 0 ? Double(passes.min() ?? 0) / Double(CLOCKS_PER_SEC) * 1e9 / Double(count) : 0
    }

    private static func text(of file: URL) throws -> String {
        guard file.pathExtension == "gz" else { return try String(contentsOf: file, encoding: .utf8) }
        // Foundation's Process waits a tenth of a second for each file.
        let quoted = file.path.replacingOccurrences(of: "'", with: "'\\''")
        guard let pipe = popen("gzip -dc -- '\(quoted)'", "r") else {
            throw LibraryError(file: file.lastPathComponent, problem: "gzip cannot be started")
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, pipe), count > 0 { bytes += block[..<count] }
        guard pclose(pipe) == 0 else {
            throw LibraryError(file: file.lastPathComponent, problem: "gzip cannot unpack it")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
