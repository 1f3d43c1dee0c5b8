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
    /// - Parameters:
    ///   - program: the path of batonctl.
    ///   - hasMedia: whether there are lines for the next and the previous track too, with another number of fingers.
    package static func all(program: String, hasMedia: Bool = false) -> [GestureEngine] {
        let batonctl = SetupEnvironment.quoted(program)
        /// The lines for undo and redo, and those for the tracks.
        func lines(_ fingers: Int, media: Int, _ line: (_ fingers: Int, _ isLeft: Bool, _ command: String) -> String)
            -> [String]
        {
            let undo = [line(fingers, true, "\(batonctl) undo"), line(fingers, false, "\(batonctl) redo")]
            return hasMedia
                ? undo + [line(media, true, "\(batonctl) next"), line(media, false, "\(batonctl) previous")] : undo
        }
        return [
            GestureEngine(
                program: "touchegg", place: "~/.config/touchegg/touchegg.conf, inside <application name=\"All\">",
                lines: lines(4, media: 3) { fingers, isLeft, command in
                    "<gesture type=\"SWIPE\" fingers=\"\(fingers)\" direction=\"\(isLeft ? "LEFT" : "RIGHT")\">"
                        + "<action type=\"RUN_COMMAND\"><repeat>false</repeat><command>\(command)</command>"
                        + "<on>end</on></action></gesture>"
                }),
            GestureEngine(
                program: "libinput-gestures", place: "~/.config/libinput-gestures.conf",
                lines: lines(4, media: 3) { "gesture swipe \($1 ? "left" : "right") \($0) \($2)" }),
            GestureEngine(
                program: "lisgd", place: "the command that starts lisgd, with the touchscreen's device for NODE",
                lines: [
                    "lisgd -d NODE "
                        + lines(3, media: 4) { "-g '\($0),\($1 ? "RL" : "LR"),*,*,R,\($2)'" }.joined(separator: " ")
                ]),
            GestureEngine(
                program: "inputactions", place: "~/.config/inputactions/config.yaml",
                lines: ["touchscreen:", "  gestures:"]
                    + lines(3, media: 4) {
                        "    - { type: swipe, fingers: \($0), direction: \($1 ? "left" : "right"), "
                            + "actions: [ { on: end, command: \($2) } ] }"
                    }),
            GestureEngine(
                program: "hyprpm", place: "hyprland.conf, inside plugin { touch_gestures { } } of hyprgrass",
                lines: lines(3, media: 4) { "hyprgrass-bind = , swipe:\($0):\($1 ? "l" : "r"), exec, \($2)" }),
        ]
    }

    /// The name for people: Hyprland's plugins have no program of their own.
    package var name: String { ["hyprpm": "hyprgrass", "inputactions": "InputActions"][program] ?? program }

    /// Those whose program is in one of the folders of `$PATH`.
    package static func installed(_ environment: SetupEnvironment, hasMedia: Bool = false) -> [GestureEngine] {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return all(program: environment.program, hasMedia: hasMedia).filter { engine in
            folders.contains { UserFile.exists("\($0)/\(engine.program)") }
        }
    }
}
