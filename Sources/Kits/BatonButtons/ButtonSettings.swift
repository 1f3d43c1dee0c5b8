// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// The meaning of the keys of one device (rules B1 to B7).
///
/// For example:
/// ```swift
/// var settings = ButtonSettings()
/// settings.patternKeys.insert(.phone)
/// settings.patterns[.hold] = .toggleMute
/// settings.multiPress = .milliseconds(400)
/// ```
public struct ButtonSettings: Sendable, Equatable {
    /// The keys on which patterns are recognized. By default they are `KEY_MEDIA` and `KEY_PLAYPAUSE`, the only button
    /// of many headsets (rule B1).
    public var patternKeys: Set<PressKey> = [.media, .playPause]
    /// The actions of the patterns. A pattern without an action does nothing (rule B1).
    public var patterns: [ButtonPattern: ButtonAction] = Self.headsetPatterns
    /// The actions of other keys, performed on the press (rule B4). A key that is neither here nor a pattern key is
    /// passed on.
    public var keys: [PressKey: ButtonAction] = Self.mediaKeys
    /// The longest time until the next click: 300 ms by default, as on Android (rule B2). A larger value lets users
    /// click more slowly, and delays single clicks by as much.
    public var multiPress = Duration.milliseconds(300)
    /// From where that time counts: from the release of the click before, by default (rule B2).
    public var multiPressStart = TapIntervalStart.up
    /// The time after which a press is a hold and not a click: 500 ms by default (rule B2).
    public var holdTime = Duration.milliseconds(500)
    /// What this device means by Play and Pause: what it sends, by default (rules B7 and I52).
    public var belief = HeadsetBelief.sent

    /// Makes the settings of a wired or USB headset.
    public init() {}

    /// The settings of a Bluetooth headset's AVRCP node. The headset counts clicks itself, so there are no patterns
    /// here, and its commands are taken as sent (rule B7).
    public static var avrcp: ButtonSettings {
        var settings = ButtonSettings()
        settings.patternKeys = []
        return settings
    }

    /// The settings of a keyboard with media keys. Each key has one action, performed on the press (rules B3 and B4).
    public static var keyboard: ButtonSettings {
        var settings = ButtonSettings()
        settings.patternKeys = []
        return settings
    }

    /// The usual patterns of a headset with one button (rule B1).
    public static let headsetPatterns: [ButtonPattern: ButtonAction] = [
        .click: .remoteControl(.togglePlayPause),
        .doubleClick: .remoteControl(.nextTrack),
        .tripleClick: .remoteControl(.previousTrack),
        .clickHold: .remoteControl(.beginSeekingForward),
        .doubleClickHold: .remoteControl(.beginSeekingBackward),
    ]

    /// The keys that stand for one media command each (rule B4). `KEY_PAUSE` is not one of them: it is a keyboard's
    /// Pause key.
    public static let mediaKeys: [PressKey: ButtonAction] = [
        .playPause: .remoteControl(.togglePlayPause),
        .play: .remoteControl(.play),
        .playCD: .remoteControl(.play),
        .pauseCD: .remoteControl(.pause),
        .stop: .remoteControl(.stop),
        .stopCD: .remoteControl(.stop),
        .nextSong: .remoteControl(.nextTrack),
        .previousSong: .remoteControl(.previousTrack),
        .fastForward: .remoteControl(.beginSeekingForward),
        .rewind: .remoteControl(.beginSeekingBackward),
    ]

    /// The largest number of presses of a bound pattern; 0 if none is bound.
    var longestPattern: Int { patterns.keys.map(\.presses).max() ?? 0 }
}
