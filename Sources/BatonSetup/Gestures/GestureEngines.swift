// SPDX-License-Identifier: Apache-2.0

/// Programs that recognize gestures beside the desktop. Baton prints lines for their configuration, and writes none.
package struct GestureEngine: Sendable, Equatable {
    /// The program, as it is found in `$PATH`.
    package let program: String
    /// Where the lines belong.
    package let place: String
    package let lines: [String]

    /// All engines that Baton has lines for.
    ///
    /// - Parameter program: the path of batonctl.
    package static func all(program: String) -> [GestureEngine] {
        let batonctl = SetupEnvironment.quoted(program)
        func touchegg(_ direction: String, _ command: String) -> String {
            "<gesture type=\"SWIPE\" fingers=\"4\" direction=\"\(direction)\"><action type=\"RUN_COMMAND\">"
                + "<repeat>false</repeat><command>\(batonctl) \(command)</command><on>end</on></action></gesture>"
        }
        return [
            GestureEngine(
                program: "touchegg", place: "~/.config/touchegg/touchegg.conf, inside <application name=\"All\">",
                lines: [touchegg("LEFT", "undo"), touchegg("RIGHT", "redo")]),
            GestureEngine(
                program: "libinput-gestures", place: "~/.config/libinput-gestures.conf",
                lines: ["gesture swipe left 4 \(batonctl) undo", "gesture swipe right 4 \(batonctl) redo"]),
            GestureEngine(
                program: "lisgd", place: "the command that starts lisgd",
                lines: ["lisgd -d NODE -g '3,RL,*,*,R,\(batonctl) undo' -g '3,LR,*,*,R,\(batonctl) redo'"]),
            GestureEngine(
                program: "inputactions", place: "~/.config/inputactions/config.yaml",
                lines: ["left undo", "right redo"].map { words in
                    let parts = words.split(separator: " ")
                    return "touchscreen: { gestures: [ { type: swipe, fingers: 3, direction: \(parts[0]), "
                        + "actions: [ { on: end, command: \(batonctl) \(parts[1]) } ] } ] }"
                }),
            GestureEngine(
                program: "hyprpm", place: "hyprland.conf, inside plugin { touch_gestures { } } of hyprgrass",
                lines: [
                    "hyprgrass-bind = , swipe:3:l, exec, \(batonctl) undo",
                    "hyprgrass-bind = , swipe:3:r, exec, \(batonctl) redo",
                ]),
        ]
    }

    /// Those whose program is in one of the folders of `$PATH`.
    package static func installed(_ environment: SetupEnvironment) -> [GestureEngine] {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return all(program: environment.program).filter { engine in
            folders.contains { UserFile.exists("\($0)/\(engine.program)") }
        }
    }
}
