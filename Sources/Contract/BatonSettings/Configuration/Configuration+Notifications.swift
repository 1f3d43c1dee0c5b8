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
                    With `yes`, a notification shows title, artist and player when you skip with a headset button, and \
                    when commands start going to another player.
                    """
                ).usual(),
                .scalar(
                    "setup", .at(\.notifications.setup, of: Configuration()), .boolean,
                    """
                    With `yes`, a notification reminds you, once, if something still needs your consent (`batonctl \
                    setup`). It is never repeated.
                    """),
            ])
    }
}
