// SPDX-License-Identifier: Apache-2.0

/// A gesture of a touchpad, and the command of `batonctl` that it runs.
package struct GestureBinding: Sendable, Equatable {
    package enum Movement: String, Sendable { case left, right, hold }

    package let movement: Movement
    package let fingers: Int
    /// The command, such as `undo`.
    package let command: String

    /// Undo and redo with a number of fingers; with `media` the next and the previous track with another number.
    static func all(fingers: Int, media: Int?) -> [GestureBinding] {
        let undo = [
            GestureBinding(movement: .left, fingers: fingers, command: "undo"),
            GestureBinding(movement: .right, fingers: fingers, command: "redo"),
        ]
        guard let media else { return undo }
        return undo + [
            GestureBinding(movement: .left, fingers: media, command: "next"),
            GestureBinding(movement: .right, fingers: media, command: "previous"),
        ]
    }
}
