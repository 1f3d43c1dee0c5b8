// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonValues

/// The properties last sent to one adapter of BlueZ, and the difference to the next ones.
///
/// BlueZ does not read properties by itself. It advances the last position by a clock of its own, which restarts with
/// each `Metadata`. A position is sent only if that clock is wrong, because a headset sees each one as a seek (rules
/// BLUEZ9 and BLUEZ12).
struct BluetoothDisplay {
    private var told = BluetoothView()
    /// The position that BlueZ's clock had at ``since``.
    private var position: MediaTime = 0
    private var since = Duration.zero

    /// Error of BlueZ's clock, in microseconds, above which the position is sent. A larger value sends fewer positions,
    /// each of which a headset sees as a seek, and lets the shown position be further off.
    static let tolerance: MediaTime = 1_000_000

    /// The properties for `RegisterPlayer`.
    mutating func begin(_ view: BluetoothView, at position: MediaTime, now: Duration) -> [(String, Value)] {
        [("Identity", .string("Baton"))] + everything(view, at: position, now: now)
    }

    /// All properties of a `PropertiesChanged`, for when it is not known which values BlueZ has.
    mutating func everything(_ view: BluetoothView, at position: MediaTime, now: Duration) -> [(String, Value)] {
        told = view
        self.position = 0
        since = now
        // The order matters: Metadata sets the position to 0, and after a position the headset shows a seek until it
        // gets the status.
        var result: [(String, Value)] = [("Metadata", view.track.value)]
        result += correction(position, now)
        result += view.settings
        result.append(("PlaybackStatus", .string(view.status.rawValue)))
        return result
    }

    /// The properties that differ from those sent last; empty if none does.
    mutating func change(to view: BluetoothView, at position: MediaTime, now: Duration) -> [(String, Value)] {
        var result: [(String, Value)] = []
        let old = told
        rebase(now)
        if view.track != old.track || view.identity != old.identity {
            result.append(("Metadata", view.track.value))
            self.position = 0
        }
        told.track = view.track
        result += correction(position, now)
        for (new, old) in zip(view.settings, old.settings) where new.1 != old.1 { result.append(new) }
        if view.status != old.status { result.append(("PlaybackStatus", .string(view.status.rawValue))) }
        told = view
        return result
    }

    /// The properties to send before the player is unregistered, because a headset keeps showing the last status (rule
    /// BLUEZ13).
    mutating func end() -> [(String, Value)] {
        guard told.status != .stopped else { return [] }
        told.status = .stopped
        return [("PlaybackStatus", .string(PlaybackStatus.stopped.rawValue))]
    }

    /// The position, if BlueZ's is wrong. Without a length BlueZ takes any position for the end of the track.
    private mutating func correction(_ wanted: MediaTime, _ now: Duration) -> [(String, Value)] {
        let length = told.track.length
        guard length > 0 else { return [] }
        // The next track or the status reports the end, so the position stays below it.
        let wanted = min(max(0, wanted), length - 1000)
        guard wanted >= 0, (wanted - position).magnitude > Self.tolerance else { return [] }
        position = wanted
        since = now
        return [("Position", wanted.value)]
    }

    /// Advances ``position`` to `now`.
    private mutating func rebase(_ now: Duration) {
        if told.status == .playing, now > since { position = position + MediaTime(now - since) }
        since = now
    }
}

/// Text for the display of a headset or a car.
enum BluetoothText {
    /// The longest text, in bytes of UTF-8. Displays are short, and an AVRCP response has little room for text.
    static let longest = 240

    /// The text on one line, cut at ``longest``; nil if only blanks are left.
    static func clean(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var size = 0
        for character in text {
            let scalars = character.unicodeScalars
            size += scalars.reduce(0) { $0 + UTF8.width($1) }
            guard size <= longest else { break }
            for scalar in scalars { result.append(scalar.isControl ? " " : scalar) }
        }
        let isBlank = result.allSatisfy { $0 == " " }
        return isBlank ? nil : String(result)
    }
}
