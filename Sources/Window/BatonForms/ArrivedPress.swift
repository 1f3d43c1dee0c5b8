// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonPages
package import BatonSettings
import BatonValues

/// A press that has come while its page was open, and the keys of the configuration that decide what it does.
///
/// The keys are found when it comes: a person who chooses something else for a click still sees its row then.
package struct ArrivedPress: Equatable, Sendable {
    /// A key of the configuration.
    package struct Key: Hashable, Sendable {
        /// The section, with its argument if it has one.
        package var section: String
        /// The key.
        package var name: String

        /// Makes one.
        package init(_ section: String, _ name: String) { (self.section, self.name) = (section, name) }
    }

    /// A word of `InputKind`.
    package var kind: String
    /// What it came from.
    package var device: String
    /// The command, as the configuration names it.
    package var command: String
    /// The name of the player that got it; empty if none did.
    package var player: String
    /// How it ended, in the words of `batonctl monitor`.
    package var outcome: String
    /// The time of day.
    package var time: String
    /// The keys that decide what it does, the most special first.
    package var keys: [Key]

    /// Reads an event of the agent; nil if it is not a press.
    ///
    /// - Parameter headsets: the Bluetooth headsets that are connected: BlueZ does not tell which one was pressed.
    package init?(_ event: MonitoredEvent, _ settings: Configuration, headsets: [String]) {
        guard let command = event.command else { return nil }
        let kind = event.input.firstPlace(of: ": ").map { String(event.input[..<$0.lowerBound]) } ?? event.input
        self.init(
            kind: kind, device: String(event.device), command: command,
            player: event.responder.isEmpty ? "" : event.target, outcome: event.outcome,
            time: ClockText(sinceBoot: event.timestamp).second(), settings, headsets: headsets)
    }

    /// Makes one of its parts.
    package init(
        kind: String, device: String, command: String, player: String, outcome: String, time: String,
        _ settings: Configuration, headsets: [String]
    ) {
        (self.kind, self.device, self.command) = (kind, device, command)
        (self.player, self.outcome, self.time) = (player, outcome, time)
        keys = []
        switch InputKind(rawValue: kind) {
        case .evdev: keys = Self.keys(of: device, command, settings)
        case .bluetooth: keys = headsets.prefix(Self.mostHeadsets).flatMap { Self.beliefs($0, command, settings) }
        case .mediaKeys: keys = [Key("media-keys", "daemons")]
        case .portal: keys = [Key("media-keys", "portal")]
        case .kde, .mpris, .control, nil: break
        }
        keys.append(Key("remote-control", "disabled"))
    }

    /// The patterns of clicks, from the simplest on.
    static let patterns = ["click", "double-click", "triple-click", "hold", "click-hold", "double-click-hold"]
    /// How many headsets are shown of which each may have been pressed.
    private static let mostHeadsets = 4

    /// The keys that may have made a command of a press that the kernel told of: which pattern it was is not told.
    private static func keys(of device: String, _ command: String, _ settings: Configuration) -> [Key] {
        let suffix = " (AVRCP)"
        let name = device.hasSuffix(suffix) ? String(device.dropLast(suffix.count)) : device
        var keys = beliefs(name, command, settings).filter { _ in name != device }
        if let section = section(of: name, settings),
            settings.line(section, "key")?.values.contains(where: { $0.hasSuffix(" \(command)") }) == true
        {
            keys.append(Key(section, "key"))
        }
        return keys + patterns.filter { settings.line("headset", $0)?.value == command }.map { Key("headset", $0) }
    }

    /// What a Bluetooth headset means by Play and Pause.
    private static func beliefs(_ name: String, _ command: String, _ settings: Configuration) -> [Key] {
        guard ["play", "pause", "toggle-play-pause"].contains(command) else { return [] }
        return section(of: name, settings).map { [Key($0, "play-pause")] } ?? []
    }

    /// The section of a device, or that which it would have; nil if no section can have the name.
    private static func section(of name: String, _ settings: Configuration) -> String? {
        if let found = Glob.ranked(settings.devices.keys).first(where: { $0.glob.matches(name) }) {
            return "device \(found.name)"
        }
        guard
            case .set(let section, _, _)? = FormEntry("", .section(kind: "device", key: "", value: "")).action(
                for: name)
        else { return nil }
        return section
    }
}
