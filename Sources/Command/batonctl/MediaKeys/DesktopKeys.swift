// SPDX-License-Identifier: Apache-2.0

import BatonSetup

/// A desktop whose media keys do not reach Baton, and the change that makes them.
protocol DesktopKeys {
    /// Its name for people.
    var name: String { get }
    /// Whether Baton has changed something here that is not reverted yet.
    ///
    /// - Throws: ``CommandError`` when the saved record cannot be read, so that the answer is unknown.
    func isTaken() throws(CommandError) -> Bool

    /// Whether the user's own settings send the keys to Baton.
    var isTakenByUser: Bool { get }

    /// Why the keys do not reach Baton although the change was made; nil if they do (rule SETUP10).
    func obstacle() throws(CommandError) -> String?

    /// The exact list of changes, for the user to read before any of them is made.
    func plan() throws(CommandError) -> [String]
    /// What the user should know about the changes; empty for nothing.
    func notes() throws(CommandError) -> [String]
    /// What the user's own settings do with the keys although the changes are made; nil if all reach Baton, and only Baton.
    func shortfall() throws(CommandError) -> KeyShortfall?
    /// The same changes as a diff.
    ///
    /// - Parameter withRecord: whether the record of the present settings, which Baton keeps, is shown too.
    func difference(withRecord: Bool) throws(CommandError) -> String
    /// Saves the present settings, and changes them.
    ///
    /// - Returns: The lines to print afterwards.
    func take() throws(CommandError) -> [String]
    /// Restores everything; settings that the user has changed since are kept.
    ///
    /// - Returns: The lines to print afterwards.
    func giveBack() throws(CommandError) -> [String]
}

extension DesktopKeys {
    var isTakenByUser: Bool { false }

    func shortfall() throws(CommandError) -> KeyShortfall? { nil }
}
