// SPDX-License-Identifier: Apache-2.0

/// What a ``SavedRecord`` is of. The raw value is the second line of its file.
public enum SavedRecordKind: String, Sendable, CaseIterable {
    /// KDE's shortcuts of the media keys.
    case kde
    /// GNOME's shortcuts of the media keys.
    case gnome
    /// sway's bindings of the media keys.
    case sway
    /// i3's bindings of the media keys.
    case i3
    /// Hyprland's bindings of the media keys.
    case hyprland
    /// niri's bindings of the media keys.
    case niri
    /// COSMIC's bindings of the media keys.
    case cosmic
    /// sway's gestures.
    case swayGestures = "gestures-sway"
    /// Hyprland's gestures.
    case hyprlandGestures = "gestures-hyprland"
    /// KWin's gestures.
    case kwinGestures = "gestures-kwin"
    /// Cinnamon's gestures.
    case cinnamonGestures = "gestures-cinnamon"
    /// The axes of the accelerometer in `baton.conf`.
    case axes = "motion-axes"
    /// What counts as a call in `baton.conf`.
    case call = "call-microphone"
    /// What keeps the screen on in `baton.conf`.
    case awake = "awake-players"
    /// The broker and what is told there, in `baton.conf`.
    case machines = "mqtt"

    /// The kinds of media keys: what `batonctl setup --media-keys` may have changed, on any desktop.
    public static let mediaKeys: [SavedRecordKind] = [.kde, .gnome] + Compositor.allCases.map(\.kind)

    /// The name of its file in `$XDG_STATE_HOME/baton`. Users have files of these names, so none may change.
    public var fileName: String {
        switch self {
        case .kde, .gnome, .sway, .i3, .hyprland, .niri, .cosmic: "media-keys-\(rawValue)"
        case .swayGestures, .hyprlandGestures, .kwinGestures, .cinnamonGestures, .axes, .awake, .machines:
            rawValue
        // It is not about media keys. It was named when every record that was not known by its prefix was.
        case .call: "media-keys-\(rawValue)"
        }
    }
}
