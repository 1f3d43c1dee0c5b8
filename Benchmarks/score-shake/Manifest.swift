// SPDX-License-Identifier: Apache-2.0

/// What a directory of recordings says about them; the names are those of its `manifest.json`.
struct Manifest: Decodable {
    let recordings: [Entry]

    struct Entry: Decodable {
        let id: String
        let file: String
        let label: String
        let rate_hz: Double
        let duration_s: Double
        let set: String?
        let clear: Bool?
        let `class`: String?
        let bouts: [Bout]?
    }

    /// One shake somebody made, in seconds of the recording.
    struct Bout: Decodable {
        let t0: Double
        let t1: Double
        /// When the shake can be seen to begin; nil when the recording begins in the middle of it.
        let onset: Double?
    }
}
