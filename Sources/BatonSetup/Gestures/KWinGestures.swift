// SPDX-License-Identifier: Apache-2.0

/// A script for KWin that calls Baton at a gesture of the touchscreen or the touchpad.
///
/// KWin 6 recognizes swipes of three fingers for scripts; where it uses them itself, and in KWin 5.27, one finger from the
/// right edge of the screen is left.
struct KWinGestures {
    private static let identifier = "baton-gestures"
    private let environment: SetupEnvironment
    private let hasOneColumn: () -> Bool

    init(_ environment: SetupEnvironment, hasOneColumn: @escaping () -> Bool) {
        self.environment = environment
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
            "\(script)/\(code)": isSwipe ? Self.swipes : Self.edge,
        ]
        for (path, text) in files where UserFile.exists(path) {
            guard try UserFile(path).text == text else { return .none(.foreignScript(script)) }
        }
        var changes: [any RecordedChange] = Self.folders(to: "\(script)/\(code)")
        changes += files.sorted { $0.key < $1.key }.map { AddedFile(path: $0.key, text: $0.value) }
        let configuration = "\(config)/kwinrc"
        changes += Self.folders(to: configuration)
        changes.append(
            try ChangedKey.planned(
                SetupEnvironment.realPath(configuration) ?? configuration, "Plugins", "\(Self.identifier)Enabled",
                "true"))
        let gestures =
            isSwipe
            ? [
                "3 fingers on the touchscreen or touchpad, swipe left: Undo",
                "3 fingers on the touchscreen or touchpad, swipe right: Redo",
            ] : ["1 finger on the touchscreen, from the right edge: Undo"]
        return .plan(
            GesturePlan(
                name: "KWin", kind: "gestures-kwin", gestures: gestures, changes: changes, conflicts: [], reload: .kwin)
        )
    }

    /// The folders on the way to a file that are not there yet.
    private static func folders(to path: String) -> [any RecordedChange] {
        var missing: [any RecordedChange] = []
        var folder = path[...]
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash != folder.startIndex {
            folder = folder[..<slash]
            if UserFile.exists(String(folder)) { break }
            missing.insert(AddedFolder(path: String(folder)), at: 0)
        }
        return missing
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

    private static func call(_ member: String) -> String {
        "service: \"org.baton.Baton1\"; path: \"/org/baton/Baton1\"; "
            + "dbusInterface: \"org.baton.Baton1.Application\"; method: \"\(member)\""
    }

    private static var swipes: String {
        let handlers = ["Touchscreen", "Touchpad"].flatMap { device in
            [("Left", "undo"), ("Right", "redo")].map { direction, call in
                "    SwipeGestureHandler { deviceType: SwipeGestureHandler.\(device); direction: "
                    + "SwipeGestureHandler.\(direction); fingerCount: 3; onActivated: \(call).call() }\n"
            }
        }
        return
            "// Baton's gestures (batonctl setup --revert takes this out)\nimport QtQuick\nimport org.kde.kwin\nItem {\n"
            + "    DBusCall { id: undo; \(call("Undo")) }\n    DBusCall { id: redo; \(call("Redo")) }\n"
            + handlers.joined() + "}\n"
    }

    private static let edge = """
        // Baton's gestures (batonctl setup --revert takes this out)
        registerTouchScreenEdge(KWin.ElectricRight, function () {
            callDBus("org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Application", "Undo");
        });

        """
}
