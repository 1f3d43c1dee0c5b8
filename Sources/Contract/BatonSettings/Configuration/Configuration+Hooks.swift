// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[hook NAME]`: a program that is started when something happens (rule I80).
    package struct HookRule: Sendable, Equatable {
        /// What starts it.
        package var events: [HookEvent] = []
        /// The program and its arguments; empty for none.
        package var command: [String] = []
        /// The only players whose events start it; empty for all.
        package var players: [PlayerPattern] = []
        /// Whether it is started while the session is locked.
        package var worksWhileLocked = false
        /// When it is ended.
        package var timeout = Duration.seconds(10)

        package init() {}

        /// What it lacks to be started, in words; nil if it lacks nothing.
        var lack: String? {
            switch (events.isEmpty, command.isEmpty) {
            case (true, true): "neither 'on' nor 'command'"
            case (true, false): "no 'on'"
            case (false, true): "no 'command'"
            case (false, false): nil
            }
        }

        /// Whether nothing ever starts it: no event or no program is named.
        package var neverRuns: Bool { lack != nil }
    }

    /// Warnings of the `[hook NAME]` sections of a file that are never started, at the first header of each.
    func hooksThatNeverRun(_ headers: [ConfigurationHeader], in source: String) -> [ConfigurationDiagnostic] {
        var seen: Set<String> = []
        var warnings: [ConfigurationDiagnostic] = []
        for header in headers where warnings.count < ConfigurationFileReader.mostDiagnostics {
            let words = header.section.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
            guard words.count == 2, ConfigurationText.folded(String(words[0])) == "hook" else { continue }
            let name = ConfigurationText.trimmed(String(words[1]))
            guard !name.isEmpty, seen.insert(name).inserted, let lack = (hooks[name] ?? HookRule()).lack else {
                continue
            }
            warnings.append(
                .warning(
                    ConfigurationPlace(source, line: header.line),
                    "[hook \(name)] never runs: it has \(lack); add what is missing, or remove the section"))
        }
        return warnings
    }

    /// The keys of `[hook NAME]`.
    static var hookSection: ConfigurationSection<Configuration> {
        @Sendable func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<HookRule, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, in: \Configuration.hooks, new: HookRule())
        }
        return ConfigurationSection(
            name: "hook", argument: "NAME", summary: "A program that Baton starts when something happens.",
            keys: [
                .list("on", at(\.events), of: .word, "The event that starts it; repeat for more."),
                .command(
                    "command", at(\.command),
                    """
                    The program with its arguments; repeat the key to add arguments. No shell is involved. Variables \
                    such as `BATON_EVENT` say what happened: see [interruptions.md](interruptions.md).
                    """),
                .list(
                    "player", at(\.players), of: .player,
                    """
                    Only this player's events start the program; repeat for more. Without this key, every player's do.
                    """),
                .scalar(
                    "when-locked", at(\.worksWhileLocked), .boolean,
                    "With `yes`, the program is started while the session is locked too."),
                .scalar(
                    "timeout", at(\.timeout), .duration(.seconds(1)...(.seconds(3600))),
                    "How long the program may run. Then it is asked to end, and killed 2 s later."),
            ])
    }
}

/// What starts a hook (rule I81). The raw value is the word in the configuration and in `BATON_EVENT`.
package enum HookEvent: String, Sendable, CaseIterable {
    case interruptionBegan = "interruption-began"
    case interruptionEnded = "interruption-ended"
    case routeLost = "route-lost"
    case playbackStarted = "playback-started"
    case playbackPaused = "playback-paused"
    case playbackStopped = "playback-stopped"
    case trackChanged = "track-changed"
    case playerAppeared = "player-appeared"
    case playerLeft = "player-left"
    case sleep
    case unhandled
}
