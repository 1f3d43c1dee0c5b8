// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[media-keys]`: the media keys that desktops hand out.
    package struct MediaKeys: Sendable, Equatable {
        /// Whether they are taken from settings daemons.
        package var daemons = true
        /// Whether old players find a settings daemon in Baton.
        package var serve = ServeChoice.auto
        /// Whether the GlobalShortcuts portal is asked for them.
        package var portal = false

        package init() {}
    }

    /// The keys of `[media-keys]`.
    static var mediaKeysSection: ConfigurationSection<Configuration> {
        func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<Configuration, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, of: Configuration())
        }
        return ConfigurationSection(
            name: "media-keys", summary: "The media keys that desktops hand out.",
            keys: [
                .scalar(
                    "daemons", at(\.mediaKeys.daemons), .boolean,
                    "Whether the keys are taken from the settings daemon of MATE, Cinnamon, Budgie or GNOME before 42."),
                .scalar(
                    "serve", at(\.mediaKeys.serve), .word,
                    """
                    Whether old players that know only GrabMediaPlayerKeys find it in Baton: `auto` on desktops that have \
                    no settings daemon, `yes` wherever its name is free.
                    """),
                .scalar(
                    "portal", at(\.mediaKeys.portal), .boolean,
                    "Whether the keys are asked for at the GlobalShortcuts portal; the desktop asks you once."),
            ])
    }
}

/// Whether Baton is the settings daemon of old players.
package enum ServeChoice: String, Sendable, CaseIterable {
    /// On desktops that are known to have none.
    case auto
    /// Wherever the name is free.
    case yes
    case no
}
