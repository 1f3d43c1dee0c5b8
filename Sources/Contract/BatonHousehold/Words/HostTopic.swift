// SPDX-License-Identifier: Apache-2.0

/// The topics of a host, below `BASE/HOST/`. docs/machines.md has their contents.
///
/// For example:
/// ```swift
/// if HostTopic(rawValue: "command")?.isRetained == false { print("live only") }
/// ```
package enum HostTopic: String, CaseIterable, Sendable {
    /// `online`, or `offline`: by the host itself, or by the broker when the host is gone. Retained.
    case available
    /// Who the host is (``HostAbout``). Retained.
    case about
    /// What is first in its chain (``NowPlaying``). Retained.
    case now
    /// The players that can be pinned. Retained.
    case players
    /// The interruptions that it shares (``SharedInterruption``). Retained.
    case interruptions
    /// What is chosen there: the pin, and whether shakes undo. Retained.
    case settings
    /// The picture of what plays, as bytes. Retained.
    case picture
    /// How the machine is held, as a word; told where Home Assistant is. Retained.
    case orientation
    /// Whether the lid is `open` or `closed`, on a machine with a lid; told where Home Assistant is. Retained.
    case lid
    /// What has happened there, such as a shake; told where Home Assistant is. Never retained.
    case event
    /// What the host is asked to do (``HouseholdCommand``). Never retained.
    case command
    /// Sets the volume: a number, for clients that can send nothing else. Never retained.
    case volume = "command/volume"
    /// Asks the host to tell ``now`` again: who reads a retained message cannot know how old its position is. Never retained.
    case ask
    /// Answers to this host's commands. Never retained.
    case answer

    /// Whether the broker keeps it.
    package var isRetained: Bool {
        switch self {
        case .available, .about, .now, .players, .interruptions, .settings, .picture, .orientation, .lid: true
        case .event, .command, .volume, .ask, .answer: false
        }
    }
}

/// The topics of a household: one base, and a name for each host.
///
/// For example:
/// ```swift
/// let topics = HouseholdTopics(base: "baton")
/// topics.text(of: .now, at: laptop)   // "baton/laptop/now"
/// ```
package struct HouseholdTopics: Hashable, Sendable {
    /// A topic without a wildcard and without a slash at its ends.
    package let base: String

    /// Topics below a base.
    package init(base: String) { self.base = base }

    /// The topic of a host, such as `baton/laptop/now`.
    package func text(of topic: HostTopic, at host: HostName) -> String { "\(base)/\(host)/\(topic.rawValue)" }

    /// The filter for one topic of every host.
    package func filter(for topic: HostTopic) -> String { "\(base)/+/\(topic.rawValue)" }

    /// Whose topic this is, and which; nil if it is none of the household.
    package func parse(_ text: String) -> (host: HostName, topic: HostTopic)? {
        guard text.utf8.count > base.utf8.count + 1, text.utf8.starts(with: base.utf8) else { return nil }
        let rest = text.utf8.dropFirst(base.utf8.count)
        guard rest.first == UInt8(ascii: "/") else { return nil }
        let levels = Substring(rest.dropFirst()).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard levels.count == 2, let host = HostName(levels[0]), let topic = HostTopic(rawValue: String(levels[1]))
        else {
            return nil
        }
        return (host, topic)
    }
}
