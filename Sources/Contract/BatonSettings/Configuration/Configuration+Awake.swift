// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[awake]`: what keeps the screen on while it plays (rule AWAKE1).
    package struct Awake: Sendable, Equatable {
        /// `no`, `video`, `all`, or the names and globs of players.
        package var players = ["no"]

        package init() {}

        /// Whether anything keeps the screen on.
        package var isOn: Bool { players.contains { $0 != "no" } }
    }

    /// The keys of `[awake]`.
    static var awakeSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "awake", summary: "Which players keep the screen on.",
            keys: [
                .list(
                    "players", .at(\.awake.players), of: .awake,
                    """
                    Which players keep the screen on while they play: `no` player, `video` for players that are known \
                    to show a video, `all` players, or the name of a player; repeat for more.
                    """, review: reviewAwake)
            ])
    }

    @Sendable private static func reviewAwake(_ players: [String]) -> ConfigurationValueError? {
        guard players.count > 1, players.contains("no") else { return nil }
        return ConfigurationValueError(predicate: "wants 'no' alone, or without it what keeps the screen on")
    }
}

extension ConfigurationKind where Value == String {
    /// What keeps the screen on: a word, or a player's name.
    static var awake: Self {
        Self(
            name: "word or player", range: "no, video, all, or a name or glob",
            parse: { text throws(ConfigurationValueError) in
                let word = ConfigurationText.folded(text)
                if ["no", "video", "all"].contains(word) { return word }
                guard let pattern = PlayerPattern(text) else {
                    throw .wants(
                        "'no', 'video', 'all' or one player such as 'mpv' (repeat the key for more)", not: text)
                }
                return pattern.description
            },
            render: { $0 })
    }
}
