// SPDX-License-Identifier: Apache-2.0

/// Whether Baton is the settings daemon of old players.
enum ServeChoice: String, Sendable, CaseIterable {
    /// On desktops that are known to have none.
    case auto
    /// Wherever the name is free.
    case yes
    case no
}
