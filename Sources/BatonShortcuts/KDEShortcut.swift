// SPDX-License-Identifier: Apache-2.0

/// A shortcut of Baton's own at KDE's kglobalaccel: a media key (spec/mpris.md iv).
public struct KDEShortcut: Sendable, Equatable {
    /// The action's name, which the signals tell.
    public let action: String
    /// What System Settings calls it.
    public let title: String
    /// Qt's number of the key.
    public let key: Int32

    /// Baton's component at kglobalaccel.
    public static let component = "baton"
    /// What System Settings calls the component.
    public static let componentTitle = "Baton"

    /// All of them; the actions have the names that Plasma's own media controller gives them.
    public static let all: [KDEShortcut] = [
        KDEShortcut(action: "playpausemedia", title: "Play/Pause", key: 0x0100_0080),
        KDEShortcut(action: "stopmedia", title: "Stop", key: 0x0100_0081),
        KDEShortcut(action: "previousmedia", title: "Previous", key: 0x0100_0082),
        KDEShortcut(action: "nextmedia", title: "Next", key: 0x0100_0083),
        KDEShortcut(action: "pausemedia", title: "Pause", key: 0x0100_0085),
        KDEShortcut(action: "seekbackwardmedia", title: "Rewind", key: 0x0100_00c5),
        KDEShortcut(action: "seekforwardmedia", title: "Fast-forward", key: 0x0100_0102),
    ]

    /// The action as kglobalaccel wants it.
    var identifier: [String] { [Self.component, action, Self.componentTitle, title] }
    /// The key as a sequence of one.
    var sequence: KDEKeySequence { KDEKeySequence([key, 0, 0, 0]) }
}
