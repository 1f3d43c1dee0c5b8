// SPDX-License-Identifier: Apache-2.0

/// A shortcut of Baton's component at KDE's kglobalaccel: a media key (rule KEYS14).
public struct KDEShortcut: Sendable, Equatable {
    /// The name of the action, which the signals contain.
    public let action: String
    /// The title in System Settings.
    public let title: String
    /// Qt's number for the key.
    public let key: Int32

    /// Baton's component at kglobalaccel.
    public static let component = "baton"
    /// The component's title in System Settings.
    public static let componentTitle = "Baton"

    /// All shortcuts. The actions have the same names as those of Plasma's media controller.
    public static let all: [KDEShortcut] = [
        KDEShortcut(action: "playpausemedia", title: "Play/Pause", key: 0x0100_0080),
        KDEShortcut(action: "stopmedia", title: "Stop", key: 0x0100_0081),
        KDEShortcut(action: "previousmedia", title: "Previous", key: 0x0100_0082),
        KDEShortcut(action: "nextmedia", title: "Next", key: 0x0100_0083),
        KDEShortcut(action: "pausemedia", title: "Pause", key: 0x0100_0085),
        KDEShortcut(action: "seekbackwardmedia", title: "Rewind", key: 0x0100_00c5),
        KDEShortcut(action: "seekforwardmedia", title: "Fast-forward", key: 0x0100_0102),
    ]

    /// The action as kglobalaccel identifies it.
    var identifier: [String] { [Self.component, action, Self.componentTitle, title] }
    /// The key as a sequence of one key.
    var sequence: KDEKeySequence { KDEKeySequence([key, 0, 0, 0]) }
}
