// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[media-keys]`: the media keys that desktops pass to programs.
    package struct MediaKeys: Sendable, Equatable {
        /// Whether Baton grabs the keys at a settings daemon.
        package var daemons = true
        /// Whether Baton provides the interface of a settings daemon for old players.
        package var serve = ServeChoice.auto
        /// Whether Baton binds the keys through the GlobalShortcuts portal.
        package var portal = false

        package init() {}
    }

    /// The keys of `[media-keys]`.
    static var mediaKeysSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "media-keys", summary: "Media keys that the desktop passes to programs.",
            keys: [
                .scalar(
                    "daemons", .at(\.mediaKeys.daemons), .boolean,
                    """
                    With `yes`, Baton takes the media keys from the settings daemon of MATE, Cinnamon, Budgie, or \
                    GNOME before 42.
                    """),
                .scalar(
                    "serve", .at(\.mediaKeys.serve), .word,
                    """
                    Whether Baton offers GrabMediaPlayerKeys to old players that know nothing else: `auto` on desktops \
                    without a settings daemon, `yes` wherever that daemon's bus name is free.
                    """),
                .scalar(
                    "portal", .at(\.mediaKeys.portal), .boolean,
                    """
                    With `yes`, Baton gets the media keys through the GlobalShortcuts portal; the desktop asks you \
                    once.
                    """),
            ])
    }
}

/// Whether Baton provides a settings daemon's interface for old players.
package enum ServeChoice: String, Sendable, CaseIterable {
    /// On desktops that are known to have no settings daemon.
    case auto
    /// Wherever the daemon's bus name is free.
    case yes
    case no
}
