// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonInterruptions
import BatonReactor
import BatonSettings
import BatonState
import Glibc

/// The sleep timer as it is saved, so that an agent that restarts goes on with it (rule I142). Times are those of CLOCK_BOOTTIME.
enum SleepRecord: Equatable {
    /// At a time, and then at the end of a track or not.
    case time(Duration, thenTrack: Bool)
    /// At the end of a player's track, which is known by its number, and when that was planned.
    case track(PlayerIdentity, track: UInt64, end: Duration?)

    private static let header = "baton-sleep 1"

    /// The text of the file.
    var text: String {
        let line =
            switch self {
            case .time(let time, let thenTrack): "time \(Microseconds(time)) \(thenTrack ? "track" : "now")"
            case .track(let player, let track, let end):
                "track \(player.name) \(player.owner) \(track) \(end.map { "\(Microseconds($0))" } ?? "-")"
            }
        return "\(Self.header)\n\(line)\n"
    }

    /// Reads the text of the file; nil for any other text.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0] == Self.header[...], lines[2].isEmpty else { return nil }
        let words = lines[1].split(separator: " ", omittingEmptySubsequences: false)
        switch words.first {
        case "time" where words.count == 3 && ["track", "now"].contains(words[2]):
            guard let time = Microseconds.read(words[1]) else { return nil }
            self = .time(time, thenTrack: words[2] == "track")
        case "track" where words.count == 5 && !words[1].isEmpty && words[2].first == ":":
            guard let track = UInt64(words[3]) else { return nil }
            let end = Microseconds.read(words[4])
            guard end != nil || words[4] == "-" else { return nil }
            let player = PlayerIdentity(name: String(words[1]), owner: String(words[2]))
            self = .track(player, track: track, end: end)
        default: return nil
        }
    }

    /// A time as whole microseconds.
    private struct Microseconds: CustomStringConvertible {
        let description: String

        init(_ time: Duration) { description = "\(max(time, .zero).microseconds)" }

        static func read(_ word: Substring) -> Duration? {
            Int64(word).flatMap { $0 >= 0 ? .microseconds($0) : nil }
        }
    }
}

/// Keeps the sleep timer in `$XDG_RUNTIME_DIR/baton/sleep` (rule I142).
package struct SleepStore {
    private static let file = "sleep"
    private let store: StateStore

    /// - Parameter runtimeDirectory: nil if there is none; then nothing is kept.
    package init(runtimeDirectory: String?) {
        store = StateStore(directory: runtimeDirectory.map { "\($0)/baton" })
    }

    /// What was saved; nil without a file, or with one that is not as Baton writes it.
    func load() -> SleepRecord? {
        guard let path = store.path(of: Self.file),
            let bytes = try? SmallFile.read(path, most: StateStore.mostBytes)
        else { return nil }
        return SleepRecord(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Saves it; nil removes the file. A file that cannot be written costs the timer at the next restart, and nothing else.
    func save(_ record: SleepRecord?) {
        guard let path = store.path(of: Self.file) else { return }
        guard let record, (try? store.save(Array(record.text.utf8), as: Self.file)) != nil else {
            unlink(path)
            return
        }
    }
}
