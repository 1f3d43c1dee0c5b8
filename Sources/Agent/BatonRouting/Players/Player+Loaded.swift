// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

extension Player {
    /// Whether there is something that it could play, by what it says: a title, an address, or a length. True for one that says nothing
    /// at all of what it plays (rule MPRIS91).
    ///
    /// Haruna says `file:` when it is opened without a file.
    var hasSomethingLoaded: Bool {
        guard value(of: .metadata) != nil else { return true }
        let metadata = metadata
        if !(metadata.title?.isEmpty ?? true) || metadata.length ?? 0 > 0 { return true }
        guard let url = metadata.url else { return false }
        return !["", "file:", "file://", "file:///"].contains(url)
    }
}
