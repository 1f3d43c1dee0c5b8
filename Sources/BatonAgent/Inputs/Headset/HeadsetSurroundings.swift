// SPDX-License-Identifier: Apache-2.0

/// Who else gets the keys of a device that is not grabbed.
struct HeadsetSurroundings: Sendable, Equatable {
    /// A display server reads all devices, and its desktop may act on their media keys.
    var hasDisplay = false
    /// What the desktop does with a media key reaches Baton too: from a settings daemon, KDE or the portal.
    var reachesUs = false
}
