// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// What one BlueZ adapter has been told, and the difference to what it is to be told next.
///
/// BlueZ fetches nothing. It goes on from the last position by a clock of its own, which begins anew with each `Metadata`; a
/// position is told only where that clock is wrong, since each one looks like a seek to the headset.
struct BluetoothDisplay {
    private var told = BluetoothView()
    /// BlueZ's clock: in microseconds, at an instant.
    private var position: MediaTime = 0
    private var since = Duration.zero

    /// How far BlueZ's clock may be off.
    static let tolerance: MediaTime = 1_000_000

    /// What `RegisterPlayer` gets.
    mutating func begin(_ view: BluetoothView, at position: MediaTime, now: Duration) -> [(String, Value)] {
        [("Identity", .string("Baton"))] + everything(view, at: position, now: now)
    }

    /// All that `PropertiesChanged` can tell, where nobody knows what BlueZ has been told.
    mutating func everything(_ view: BluetoothView, at position: MediaTime, now: Duration) -> [(String, Value)] {
        told = view
        self.position = 0
        since = now
        // In this order: Metadata sets the position to 0, and a position seems to be a seek until the status is told.
        var result: [(String, Value)] = [("Metadata", view.track.value)]
        result += correction(position, now)
        result += view.settings
        result.append(("PlaybackStatus", .string(view.status.rawValue)))
        return result
    }

    /// What `PropertiesChanged` has to tell; empty when there is nothing new.
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

    /// What has to be told before the player leaves, since the headset keeps the last status.
    mutating func end() -> [(String, Value)] {
        guard told.status != .stopped else { return [] }
        told.status = .stopped
        return [("PlaybackStatus", .string(PlaybackStatus.stopped.rawValue))]
    }

    /// The position, where BlueZ has another one. Without a length any position is the track's end to BlueZ.
    private mutating func correction(_ wanted: MediaTime, _ now: Duration) -> [(String, Value)] {
        let length = told.track.length
        guard length > 0 else { return [] }
        // The end itself is told by the next track, or by the status.
        let wanted = min(max(0, wanted), length - 1000)
        guard wanted >= 0, (wanted - position).magnitude > Self.tolerance else { return [] }
        position = wanted
        since = now
        return [("Position", wanted.value)]
    }

    /// Moves the clock to now.
    private mutating func rebase(_ now: Duration) {
        if told.status == .playing, now > since { position = position + MediaTime(now - since) }
        since = now
    }
}

/// Text for the display of a headset or car.
enum BluetoothText {
    /// The longest text, in bytes of UTF-8: displays are short, and an answer over AVRCP is no place for a novel.
    static let longest = 240

    /// The text on one line and not too long; nil when nothing is left of it.
    static func clean(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var size = 0
        for character in text {
            let scalars = character.unicodeScalars
            size += scalars.reduce(0) { $0 + UTF8.width($1) }
            guard size <= longest else { break }
            for scalar in scalars {
                let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                result.append(isControl ? " " : scalar)
            }
        }
        let isBlank = result.allSatisfy { $0 == " " }
        return isBlank ? nil : String(result)
    }
}
