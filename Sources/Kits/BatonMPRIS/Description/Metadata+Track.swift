// SPDX-License-Identifier: Apache-2.0

extension Metadata {
    /// Whether they are those of another track, which begins at its start (rule MPRIS97).
    ///
    /// The identifier says so where there is one. Else another address does, and another title, unless both are of no known
    /// length: that is the next song of a stream, which goes on. Another length alone is a correction, unless nothing else is
    /// known.
    func isOtherTrack(than old: Metadata) -> Bool {
        guard !old.isEmpty else { return false }
        if trackID != nil || old.trackID != nil { return trackID != old.trackID }
        if url != old.url { return true }
        if title != old.title { return isOfKnownLength || old.isOfKnownLength || url == nil }
        return url == nil && title == nil && isOfKnownLength && old.isOfKnownLength && length != old.length
    }

    private var isOfKnownLength: Bool { length.map { $0 > 0 } ?? false }
}
