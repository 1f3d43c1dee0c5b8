// SPDX-License-Identifier: Apache-2.0

/// Whether Baton takes a headset's buttons for itself.
enum GrabChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// Others get them too.
    case never
    /// Nobody else gets them, where all keys of the node are for media, volume or the phone.
    case mediaOnly = "media-only"
}
