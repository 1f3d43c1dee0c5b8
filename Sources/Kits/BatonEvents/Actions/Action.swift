// SPDX-License-Identifier: Apache-2.0

/// The name of something that a responder can be told to do (rules A1 to A4).
///
/// Unlike UIKit's selectors, actions are names, and a responder has one method that performs all of them.
///
/// For example:
/// ```swift
/// let makeBold = Action(rawValue: "makeBold")
/// application.sendAction(makeBold, to: nil, from: nil, for: nil)
/// application.sendAction(.undo, to: nil, from: nil, for: nil)
/// ```
public struct Action: RawRepresentable, Hashable, Sendable {
    /// The name (rule A2). Any text is valid; two actions are the same if their names are.
    public let rawValue: String

    /// Makes an action of its name (rule A2).
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Take the latest change back (rule A4).
    public static let undo = Action(rawValue: "undo")
    /// Do again what was taken back (rule A4).
    public static let redo = Action(rawValue: "redo")
    /// Move the selection to the clipboard (rule A4).
    public static let cut = Action(rawValue: "cut")
    /// Copy the selection to the clipboard (rule A4).
    public static let copy = Action(rawValue: "copy")
    /// Insert what is on the clipboard (rule A4).
    public static let paste = Action(rawValue: "paste")
    /// Select what is at a place (rule A4).
    public static let select = Action(rawValue: "select")
    /// Select everything (rule A4).
    public static let selectAll = Action(rawValue: "selectAll")
    /// Delete the selection (rule A4).
    public static let delete = Action(rawValue: "delete")

    /// The commands of an editing menu, in the order in which the guide names them (rule A4).
    public static let editingCommands: [Action] = [.cut, .copy, .paste, .select, .selectAll, .delete]
}
