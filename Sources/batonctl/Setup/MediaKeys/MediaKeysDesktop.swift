// SPDX-License-Identifier: Apache-2.0

/// A desktop that hands out its media keys past Baton, and what changes that.
protocol MediaKeysDesktop {
    /// What people call it.
    var name: String { get }
    /// Whether Baton has changed something here that is not taken back.
    ///
    /// - Throws: when nobody knows: what was written down about it cannot be read.
    func isTaken() throws(CommandError) -> Bool

    /// Exactly what will be changed, for the user to read before anything is.
    func plan() throws(CommandError) -> [String]
    /// Saves what is there, and changes it.
    ///
    /// - Returns: what the user is told then.
    func take() throws(CommandError) -> [String]
    /// Puts everything back as it was; what the user has changed since stays changed.
    ///
    /// - Returns: what the user is told then.
    func giveBack() throws(CommandError) -> [String]
}
