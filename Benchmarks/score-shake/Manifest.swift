// SPDX-License-Identifier: Apache-2.0

/// The manifest of a directory of recordings. The names are those of `manifest.json`.
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
        /// Recordings that a fold must not tear apart, as "source/subject".
        let group: String?
    }

    /// One shake that somebody made, in seconds of the recording.
    struct Bout: Decodable {
        let t0: Double
        let t1: Double
        /// When the shake becomes visible in the signal; nil if the recording begins during it.
        let onset: Double?
    }
}
