// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTranslation

/// A script for KWin that calls Baton at a gesture of the touchscreen or the touchpad.
///
/// KWin 6 recognizes swipes of three fingers for scripts; where it uses them itself, and in KWin 5.27, one finger from the
/// right edge of the screen is left.
struct KWinGestures {
    private static let identifier = "baton-gestures"
    private static let kind = SavedRecordKind.kwinGestures
    private let environment: SetupEnvironment
    private let hasMedia: Bool
    private let hasOneColumn: () -> Bool

    init(_ environment: SetupEnvironment, hasMedia: Bool, hasOneColumn: @escaping () -> Bool) {
        self.environment = environment
        self.hasMedia = hasMedia
        self.hasOneColumn = hasOneColumn
    }

    func answer() throws(SetupError) -> GestureAnswer {
        guard let data = environment.dataHome, let config = environment.configHome else { return .none(.noFile([])) }
        let isSwipe = environment["KDE_SESSION_VERSION"] == "6" && hasOneColumn()
        let script = "\(data)/kwin/scripts/\(Self.identifier)"
        let code = isSwipe ? "contents/ui/main.qml" : "contents/code/main.js"
        let files = [
            "\(script)/metadata.json": isSwipe
                ? Self.metadata("declarativescript", "ui/main.qml") : Self.metadata("javascript", "code/main.js"),
            "\(script)/\(code)": isSwipe ? swipes : edge,
        ]
        // What is recorded is Baton's, also with other gestures, and when the user has changed it since.
        if try !isRecorded() {
            for (path, text) in files where UserFile.exists(path) {
                guard try UserFile(path).text == text else { return .none(.foreignScript(script)) }
            }
        }
        var changes: [any RecordedChange] = AddedFolder.missing(above: "\(script)/\(code)")
        changes += files.sorted { $0.key < $1.key }.map { AddedFile(path: $0.key, text: $0.value) }
        let configuration = SetupEnvironment.target("\(config)/kwinrc")
        changes += AddedFolder.missing(above: configuration) as [any RecordedChange]
        changes.append(try ChangedKey.planned(configuration, "Plugins", "\(Self.identifier)Enabled", "true"))
        let gestures = isSwipe ? swipeSentences : edgeSentences
        return .plan(
            GesturePlan(
                name: "KWin", kind: Self.kind, gestures: gestures, changes: changes, conflicts: [],
                reload: .kwin(script: "\(script)/\(code)")))
    }

    private func isRecorded() throws(SetupError) -> Bool {
        guard let directory = environment.stateDirectory else { return false }
        return try ChangeRecord(Self.kind, in: directory).exists
    }

    private static func metadata(_ interface: String, _ main: String) -> String {
        """
        {
            "KPackageStructure": "KWin/Script",
            "X-Plasma-API": "\(interface)",
            "X-Plasma-MainScript": "\(main)",
            "KPlugin": { "Id": "\(identifier)", "Name": "Baton gestures", "License": "Apache-2.0" }
        }

        """
    }

    private var swipeSentences: [String] {
        let undo = [
            translated("3 fingers on the touchscreen or touchpad, swipe left: Undo"),
            translated("3 fingers on the touchscreen or touchpad, swipe right: Redo"),
        ]
        // A script gets swipes of exactly three fingers of a touchscreen.
        let media = [
            translated("4 fingers on the touchpad, swipe left: next track"),
            translated("4 fingers on the touchpad, swipe right: previous track"),
        ]
        return hasMedia ? undo + media : undo
    }

    private var edgeSentences: [String] {
        let undo = [translated("1 finger on the touchscreen, from the right edge: Undo")]
        let media = [
            translated("1 finger on the touchscreen, from the top edge: next track"),
            translated("1 finger on the touchscreen, from the bottom edge: previous track"),
        ]
        return hasMedia ? undo + media : undo
    }

    // MARK: The scripts

    /// An object and a method of it. Scripts pass numbers as signed ones, so the tracks are changed by the methods of the
    /// face, which have no argument, and not by `SendRemoteControlEvent`.
    private static func call(_ member: String) -> (service: String, path: String, interface: String) {
        ["Undo", "Redo"].contains(member)
            ? ("org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Application")
            : ("org.mpris.MediaPlayer2.playerctld", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    }

    private var swipes: String {
        var members = [("Touchscreen", 3, "Left", "Undo"), ("Touchscreen", 3, "Right", "Redo")]
        members += [("Touchpad", 3, "Left", "Undo"), ("Touchpad", 3, "Right", "Redo")]
        if hasMedia { members += [("Touchpad", 4, "Left", "Next"), ("Touchpad", 4, "Right", "Previous")] }
        let calls = (["Undo", "Redo"] + (hasMedia ? ["Next", "Previous"] : [])).map { member in
            let call = Self.call(member)
            return "    DBusCall { id: \(member.lowercased()); service: \"\(call.service)\"; path: \"\(call.path)\"; "
                + "dbusInterface: \"\(call.interface)\"; method: \"\(member)\" }\n"
        }
        let handlers = members.map { device, fingers, direction, member in
            "    SwipeGestureHandler { deviceType: SwipeGestureHandler.\(device); direction: "
                + "SwipeGestureHandler.\(direction); fingerCount: \(fingers); "
                + "onActivated: \(member.lowercased()).call() }\n"
        }
        return Self.head + "import QtQuick\nimport org.kde.kwin\nItem {\n" + (calls + handlers).joined() + "}\n"
    }

    private var edge: String {
        let edges = [("Right", "Undo")] + (hasMedia ? [("Top", "Next"), ("Bottom", "Previous")] : [])
        return Self.head
            + edges.map { edge, member in
                let call = Self.call(member)
                return "registerTouchScreenEdge(KWin.Electric\(edge), function () {\n"
                    + "    callDBus(\"\(call.service)\", \"\(call.path)\", \"\(call.interface)\", \"\(member)\");\n});\n"
            }.joined()
    }

    private static let head = "// Baton's gestures (batonctl setup --revert takes this out)\n"
}
