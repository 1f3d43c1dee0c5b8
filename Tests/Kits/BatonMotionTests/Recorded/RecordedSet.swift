// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Foundation

/// The recordings in this repository (Recordings/LICENCES.md), read once.
struct RecordedSet {
    struct Entry: Decodable {
        let id: String
        let file: String
        let label: String
        let rate_hz: Double
        let set: String?
        let clear: Bool?
        let bouts: [Bout]?
    }

    struct Bout: Decodable {
        let t0: Double
        let t1: Double
        let onset: Double?
    }

    private struct Manifest: Decodable {
        let recordings: [Entry]
    }

    let recordings: [(entry: Entry, samples: [SensorSample])]

    static let shared = Result { try RecordedSet() }

    private init() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Recordings")
        let manifest = try Data(contentsOf: folder.appendingPathComponent("manifest.json"))
        recordings = try JSONDecoder().decode(Manifest.self, from: manifest).recordings.map { entry in
            let text = try GzipFile.text(folder.appendingPathComponent(entry.file))
            return (entry, try RecordingReader.read(text).samples)
        }
    }
}
