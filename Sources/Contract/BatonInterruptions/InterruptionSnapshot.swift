// SPDX-License-Identifier: Apache-2.0

/// What is saved of the held players, so that an agent that restarts knows what it has paused (rule I8).
///
/// The text has a line for the version and a line for each player:
/// ```
/// baton-interruptions 3
/// org.mpris.MediaPlayer2.mpv :1.42 playing=12000000 since=13000000 until=14413000000 manual=- flags=resume,unlocked track=77 position=61000000 place=7,8,9 told= sources=call,lease:78
/// ```
/// Times are microseconds of `CLOCK_MONOTONIC`, which goes on over a restart of the agent, and not over one of the machine:
/// the file belongs in the runtime directory.
package struct InterruptionSnapshot: Sendable, Equatable {
    /// A player that is held.
    package struct Entry: Sendable, Equatable {
        package var player: PlayerIdentity
        package var playingSince: Duration
        package var since: Duration
        package var resumable: Duration
        package var manualUntil: Duration?
        package var mayResume: Bool
        package var beganUnlocked: Bool
        /// The track, and where in it the player has paused; nil if that is not known (rule I140).
        package var track: UInt64 = 0
        package var position: Duration?
        /// Where it was heard; nil if that is not known (rule I117).
        package var place: AudioPlace?
        /// The interruptions of which an app was told, and not yet of their ends (rule I15).
        package var told: Set<UInt32> = []
        /// What holds it; nothing while its Play is planned.
        package var holders: Set<Holder>
        /// The causes of that.
        package var causes: Set<InterruptionCause> { Set(holders.map(\.cause)) }
    }

    /// An interruption that holds a player.
    package struct Holder: Sendable, Hashable {
        package let cause: InterruptionCause
        /// Which one of its cause it is; 0 if there is one only.
        let mark: UInt64

        var text: String { mark == 0 ? cause.rawValue : "\(cause.rawValue):\(mark)" }
    }

    package var entries: [Entry]

    /// More lines than players that anyone has are a mistake, or a trap.
    static let mostEntries = 256
    static let mostText = 256 * 1024
    /// The most interruptions of which an app was told.
    private static let mostNumbers = 128
    private static let header = "baton-interruptions 3"

    package init(entries: [Entry] = []) {
        self.entries = entries
    }

    /// The text of the file.
    package var text: String {
        let lines = entries.map { entry in
            let flags = [entry.mayResume ? "resume" : nil, entry.beganUnlocked ? "unlocked" : nil].compactMap { $0 }
            let fields = [
                entry.player.name, entry.player.owner, "playing=\(microseconds(entry.playingSince))",
                "since=\(microseconds(entry.since))", "until=\(microseconds(entry.resumable))",
                "manual=\(entry.manualUntil.map { "\(microseconds($0))" } ?? "-")",
                "flags=\(flags.joined(separator: ","))", "track=\(entry.track)",
                "position=\(entry.position.map { "\(microseconds($0))" } ?? "-")",
                "place=\(entry.place.map { "\($0.sink),\($0.card),\($0.port)" } ?? "-")",
                "told=\(entry.told.sorted().map { "\($0)" }.joined(separator: ","))",
                "sources=\(entry.holders.map(\.text).sorted().joined(separator: ","))",
            ]
            return fields.joined(separator: " ")
        }
        return ([Self.header] + lines).joined(separator: "\n") + "\n"
    }

    /// Reads the text of the file.
    ///
    /// - Throws: ``InterruptionSnapshotError`` with the first line that is wrong. Then nothing of it is used: a player that is
    ///   not resumed costs a press, and one that plays in a meeting costs more.
    package init(text: String) throws(InterruptionSnapshotError) {
        guard text.utf8.count <= Self.mostText else { throw InterruptionSnapshotError(line: 1, problem: .tooLarge) }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Self.header[...] else { throw InterruptionSnapshotError(line: 1, problem: .version) }
        guard lines.last == "", lines.count >= 2 else {
            throw InterruptionSnapshotError(line: lines.count, problem: .truncated)
        }
        lines.removeLast()
        guard lines.count - 1 <= Self.mostEntries else {
            throw InterruptionSnapshotError(line: Self.mostEntries + 2, problem: .tooLarge)
        }
        entries = []
        for (index, line) in lines.enumerated().dropFirst() {
            guard let entry = Self.entry(line), !entries.contains(where: { $0.player == entry.player }) else {
                throw InterruptionSnapshotError(line: index + 1, problem: .entry)
            }
            entries.append(entry)
        }
    }

    private static func entry(_ line: Substring) -> Entry? {
        let fields = line.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 12, !fields[0].isEmpty, fields[1].first == ":",
            let playing = time(fields[2], "playing="), let since = time(fields[3], "since="),
            let until = time(fields[4], "until="), let manual = optional(fields[5], "manual="),
            let flags = value(fields[6], "flags="), let track = value(fields[7], "track=").flatMap({ UInt64($0) }),
            let position = optional(fields[8], "position="), let place = place(fields[9]),
            let told = numbers(fields[10], "told="), let causes = value(fields[11], "sources=")
        else { return nil }
        let words = flags.split(separator: ",")
        let names = causes.split(separator: ",")
        let known = names.compactMap(holder)
        guard known.count == names.count, known.count <= mostNumbers,
            words.allSatisfy({ $0 == "resume" || $0 == "unlocked" })
        else { return nil }
        return Entry(
            player: PlayerIdentity(name: String(fields[0]), owner: String(fields[1])), playingSince: playing,
            since: since, resumable: until, manualUntil: manual.time, mayResume: words.contains("resume"),
            beganUnlocked: words.contains("unlocked"), track: track, position: position.time, place: place.place,
            told: told, holders: Set(known))
    }

    /// A time, or a dash for none.
    private static func optional(_ field: Substring, _ key: String) -> OptionalTime? {
        if value(field, key) == "-" { return OptionalTime(time: nil) }
        return time(field, key).map { OptionalTime(time: $0) }
    }

    private struct OptionalTime {
        let time: Duration?
    }

    /// A place, or a dash for none.
    private static func place(_ field: Substring) -> OptionalPlace? {
        guard let text = value(field, "place=") else { return nil }
        if text == "-" { return OptionalPlace(place: nil) }
        let marks = text.split(separator: ",", omittingEmptySubsequences: false).map { UInt64($0) }
        guard marks.count == 3, let sink = marks[0], let card = marks[1], let port = marks[2] else { return nil }
        return OptionalPlace(place: AudioPlace(sink: sink, card: card, port: port))
    }

    private struct OptionalPlace {
        let place: AudioPlace?
    }

    private static func holder(_ text: Substring) -> Holder? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let cause = InterruptionCause(rawValue: String(parts[0])) else { return nil }
        guard parts.count == 2 else { return Holder(cause: cause, mark: 0) }
        return UInt64(parts[1]).map { Holder(cause: cause, mark: $0) }
    }

    private static func numbers(_ field: Substring, _ key: String) -> Set<UInt32>? {
        guard let words = value(field, key)?.split(separator: ",") else { return nil }
        let numbers = words.compactMap { UInt32($0) }
        return numbers.count == words.count && numbers.count <= mostNumbers ? Set(numbers) : nil
    }

    private static func value(_ field: Substring, _ key: String) -> Substring? {
        field.hasPrefix(key) ? field.dropFirst(key.count) : nil
    }

    private static func time(_ field: Substring, _ key: String) -> Duration? {
        value(field, key).flatMap { Int64($0) }.flatMap { $0 >= 0 ? .microseconds($0) : nil }
    }
}

/// A saved state that cannot be used.
package struct InterruptionSnapshotError: Error, Equatable {
    package enum Problem: String, Sendable {
        /// It is not of this version, or no saved state at all.
        case version
        /// It does not end with a whole line.
        case truncated
        /// It is longer than any that is written.
        case tooLarge = "too-large"
        /// The line is not one of a player, or the player is there twice.
        case entry
    }

    /// Counted from 1.
    package let line: Int
    package let problem: Problem
}

/// Microseconds, as the file has them; the largest for what is later than any.
private func microseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product &+ attoseconds / 1_000_000_000_000
}
