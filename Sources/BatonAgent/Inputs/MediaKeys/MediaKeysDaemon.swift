// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// A desktop's program that gives the media keys to whoever grabbed them (spec/mpris.md iv).
struct MediaKeysDaemon: Sendable {
    /// What people call it.
    let title: String
    /// The names it may have; the first one that is owned counts.
    let names: [BusName]
    let path: ObjectPath
    let interface: InterfaceName

    static let gnome = MediaKeysDaemon(
        title: "settings daemon",
        // Before GNOME 3.24 there was the second one only; after it, another process owns that.
        names: ["org.gnome.SettingsDaemon.MediaKeys", "org.gnome.SettingsDaemon"],
        path: "/org/gnome/SettingsDaemon/MediaKeys", interface: "org.gnome.SettingsDaemon.MediaKeys")

    static let mate = MediaKeysDaemon(
        title: "MATE settings daemon", names: ["org.mate.SettingsDaemon"],
        path: "/org/mate/SettingsDaemon/MediaKeys", interface: "org.mate.SettingsDaemon.MediaKeys")
}
