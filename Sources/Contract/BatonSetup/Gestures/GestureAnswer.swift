// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import BatonTranslation

/// What the set-up can do about gestures on a desktop.
package enum GestureAnswer: Sendable {
    case plan(GesturePlan)
    case none(GestureObstacle)
}

/// Why no gesture of a desktop can run a command.
package enum GestureObstacle: Sendable, Equatable {
    /// sway before 1.8 has no `bindgesture`; with its version, if it told one.
    case swayTooOld(String?)
    /// The shell takes three and four fingers itself, and no program can bind them.
    case gnome
    /// niri has no bindings for gestures.
    case niri
    /// A desktop that Baton does not know.
    case unknownDesktop
    /// There is none: no display, and no compositor's socket.
    case noDesktop
    /// The compositor's configuration is in none of these files.
    case noFile([String])
    /// This Cinnamon has no settings for gestures.
    case noSettings
    /// A folder of the name of Baton's KWin script, which Baton has not made.
    case foreignScript(String)

    /// The sentence for the user.
    package var sentence: String {
        switch self {
        case .swayTooOld(let version?):
            translated("sway binds gestures from version 1.8 on; this is \(version).")
        case .swayTooOld:
            translated("sway has not told its version; it binds gestures from version 1.8 on.")
        case .gnome:
            translated("GNOME takes the gestures of three and four fingers itself, and offers none to other programs.")
        case .niri: translated("niri has no bindings for gestures.")
        case .unknownDesktop: translated("This desktop is none of those whose gestures Baton knows.")
        case .noDesktop: translated("There is no desktop in this session.")
        case .noFile(let files): translated("There is no configuration file (\(files.joined(separator: ", "))).")
        case .noSettings: translated("This Cinnamon has no settings for gestures.")
        case .foreignScript(let path): translated("\(path) is there, and is not Baton's.")
        }
    }
}

/// The changes that make a desktop's gestures run commands of `batonctl`.
package struct GesturePlan: Sendable {
    /// What makes the desktop read its configuration again.
    package enum Reload: Sendable, Equatable {
        /// It does so by itself.
        case none
        case command([String])
        /// KWin's method `reconfigure`. A script is to run at once; without one, Baton's is to end.
        case kwin(script: String?)
    }

    /// The desktop's name for people.
    package let name: String
    /// The kind of the record.
    package let kind: SavedRecordKind
    /// What will do what, a line for each gesture.
    package let gestures: [String]
    package let changes: [any RecordedChange]
    /// What the user has bound to the same gestures.
    package let conflicts: [String]
    package let reload: Reload
    /// The file of a compositor that gets the lines.
    package var file: String?

    /// The kinds of records of gestures, with what makes the desktop read its configuration again.
    package static let kinds: [(kind: SavedRecordKind, reload: Reload)] = [
        (.swayGestures, .command(["swaymsg", "reload"])), (.hyprlandGestures, .none),
        (.kwinGestures, .kwin(script: nil)), (.cinnamonGestures, .none),
    ]
}
