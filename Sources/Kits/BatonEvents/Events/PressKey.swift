// SPDX-License-Identifier: Apache-2.0

/// A key code of Linux (`KEY_…` in `linux/input-event-codes.h`; rules B1, B4 and B10).
///
/// For example:
/// ```swift
/// let key = PressKey(rawValue: 164)  // .playPause
/// ```
public struct PressKey: RawRepresentable, Hashable, Sendable {
    /// The key code of an evdev event (rule B1).
    public let rawValue: UInt16

    /// Makes a key of a key code (rule B1). Any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `KEY_MUTE` (rule B10).
    public static let mute = PressKey(rawValue: 113)
    /// `KEY_VOLUMEDOWN` (rule B10).
    public static let volumeDown = PressKey(rawValue: 114)
    /// `KEY_VOLUMEUP` (rule B10).
    public static let volumeUp = PressKey(rawValue: 115)
    /// `KEY_PAUSE`: the Pause key of a keyboard, which is not a media key (rule B4).
    public static let pause = PressKey(rawValue: 119)
    /// `KEY_STOP` (rule B4).
    public static let stop = PressKey(rawValue: 128)
    /// `KEY_NEXTSONG` (rule B4).
    public static let nextSong = PressKey(rawValue: 163)
    /// `KEY_PLAYPAUSE`: play and pause, and the only button of most USB headsets (rule B1).
    public static let playPause = PressKey(rawValue: 164)
    /// `KEY_PREVIOUSSONG` (rule B4).
    public static let previousSong = PressKey(rawValue: 165)
    /// `KEY_STOPCD` (rule B4).
    public static let stopCD = PressKey(rawValue: 166)
    /// `KEY_REWIND` (rule B4).
    public static let rewind = PressKey(rawValue: 168)
    /// `KEY_PHONE`: the hook button of some headsets (rule B1).
    public static let phone = PressKey(rawValue: 169)
    /// `KEY_PLAYCD`: play (rule B4).
    public static let playCD = PressKey(rawValue: 200)
    /// `KEY_PAUSECD`: pause (rule B4).
    public static let pauseCD = PressKey(rawValue: 201)
    /// `KEY_PLAY` (rule B4).
    public static let play = PressKey(rawValue: 207)
    /// `KEY_FASTFORWARD` (rule B4).
    public static let fastForward = PressKey(rawValue: 208)
    /// `KEY_MEDIA`: the only button of headsets for Android phones; on a keyboard, the key that opens a player (rule
    /// B1).
    public static let media = PressKey(rawValue: 226)
    /// `KEY_MICMUTE` (rule B10).
    public static let microphoneMute = PressKey(rawValue: 248)
    /// `KEY_VOICECOMMAND` (rule B10).
    public static let voiceCommand = PressKey(rawValue: 0x246)
}
