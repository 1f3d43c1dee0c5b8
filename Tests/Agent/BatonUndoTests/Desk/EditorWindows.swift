// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// The windows of one mousepad, by the numbers that it gives them.
@MainActor
struct EditorWindows {
    private let desk: OfferDesk
    private let process: UInt32
    private let owner: BusName

    init(of editor: ChildProcess, on desk: OfferDesk) throws {
        self.desk = desk
        process = UInt32(editor.identifier)
        owner = try desk.answer { desk.connection.nameOwner(of: "org.xfce.mousepad", reply: $0) }.get()
    }

    /// Whether there is something to undo in a window; nil if there is no such window.
    func canUndo(_ number: Int) throws -> Bool? { try isEnabled(.undo, number) }
    /// Whether there is something to redo in a window.
    func canRedo(_ number: Int) throws -> Bool? { try isEnabled(.redo, number) }

    /// The title of the window in front, of whatever program; nil when none is.
    func title() throws -> String? { try desk.run(["xdotool", "getactivewindow", "getwindowname"]) }

    private func isEnabled(_ operation: UndoOperation, _ number: Int) throws -> Bool? {
        var app = FocusedApp(process: process)
        app.gtk = GTKAddress(busName: owner.rawValue, windowPath: "/org/xfce/mousepad/window/\(number)")
        let route = GTKActionsRoute(connection: desk.connection)
        return try desk.answer { route.isEnabled(operation, in: app, then: $0) }
    }
}
