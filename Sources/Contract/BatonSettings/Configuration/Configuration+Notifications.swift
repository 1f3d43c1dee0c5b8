// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[notifications]`: what Baton shows on the screen without a question.
    package struct Notifications: Sendable, Equatable {
        /// Whether a skip by a headset, and a change of the player, show what plays now.
        package var nowPlaying = false
        /// Whether a notification says, once, that something is left to agree to.
        package var setup = true
    }

    /// The keys of `[notifications]`.
    static var notificationsSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "notifications", summary: "What Baton shows on the screen without a question.",
            keys: [
                .scalar(
                    "now-playing", .at(\.notifications.nowPlaying), .boolean,
                    """
                    Whether a notification shows the title, the artist and the player after a skip by a headset's button, \
                    and when commands go to another player than before.
                    """
                ).usual(),
                .scalar(
                    "setup", .at(\.notifications.setup, of: Configuration()), .boolean,
                    """
                    Whether a notification says, once, that something is left to agree to (`batonctl setup`). It is not \
                    shown again, whatever becomes of it.
                    """),
            ])
    }
}
