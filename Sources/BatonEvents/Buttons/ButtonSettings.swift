// SPDX-License-Identifier: Apache-2.0

/// How the keys of one device are understood (rules B1–B7).
public struct ButtonSettings: Sendable, Equatable {
    /// The keys on which patterns are clicked: by default the one button of headsets, `KEY_MEDIA` and `KEY_PLAYPAUSE`
    /// (rule B1). Add `KEY_PHONE` if it shall be one.
    public var patternKeys: Set<PressKey> = [.media, .playPause]
    /// What the patterns do; what is not here does nothing (rule B1).
    public var patterns: [ButtonPattern: ButtonAction] = Self.headsetPatterns
    /// What other keys do, as they go down (rule B4). A key that is neither here nor a pattern key is passed on.
    public var keys: [PressKey: ButtonAction] = Self.mediaKeys
    /// How long the next click may be in coming: 300 ms by default (rule B2).
    public var multiPress = Duration.milliseconds(300)
    /// Where that counts from: the end of the click before, by default (rule B2).
    public var multiPressStart = TapIntervalStart.up
    /// How long a press is to be a hold and no click any more: 500 ms by default.
    public var holdTime = Duration.milliseconds(500)
    /// Whether Play and Pause of this device become a toggle where they contradict the player (rule B7).
    ///
    /// For a headset with one button that sends Play and Pause in turn. Set it for a device that the user named, and for no other:
    /// an earbud that is taken out sends Pause as well, and a car sends Play when it connects. Without it Pause and Stop never
    /// start anything, and Play never pauses anything.
    public var correctsBelief = false

    /// The settings of a wired or USB headset.
    public init() {}

    /// The settings of a Bluetooth headset's AVRCP node: it counts clicks itself, so that there are no patterns here, and its
    /// commands are taken as sent (rule B7).
    public static var avrcp: ButtonSettings {
        var settings = ButtonSettings()
        settings.patternKeys = []
        return settings
    }

    /// The settings of a keyboard with media keys: each does one thing, at once (rules B3, B4).
    public static var keyboard: ButtonSettings {
        var settings = ButtonSettings()
        settings.patternKeys = []
        return settings
    }

    /// What people expect of a headset with one button (rule B1).
    public static let headsetPatterns: [ButtonPattern: ButtonAction] = [
        .click: .remoteControl(.togglePlayPause),
        .doubleClick: .remoteControl(.nextTrack),
        .tripleClick: .remoteControl(.previousTrack),
        .clickHold: .remoteControl(.beginSeekingForward),
        .doubleClickHold: .remoteControl(.beginSeekingBackward),
    ]

    /// The media keys that say what they mean (rule B4). `KEY_PAUSE` is none: it belongs to keyboards.
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

    /// The most presses of a bound pattern; 0 if none is bound.
    var longestPattern: Int { patterns.keys.map(\.presses).max() ?? 0 }
}
