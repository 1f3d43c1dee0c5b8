// SPDX-License-Identifier: Apache-2.0

import BatonTranslation
import Glibc

/// The question before something is changed.
enum SetupQuestion {
    /// Asks about a change that `--revert` takes back, and says so; says too that nothing was changed if the user does not want it.
    static func isAgreedToRestorable(_ isAgreed: Bool) throws(CommandError) -> Bool {
        Console.print(
            paragraph: translated("The present settings will be saved; 'batonctl setup --revert' restores them."))
        if try Self.isAgreed(isAgreed) { return true }
        Console.print(paragraph: translated("Nothing was changed."))
        return false
    }

    /// A user at a terminal is asked; otherwise the command line has to say it.
    static func isAgreed(_ isAgreed: Bool) throws(CommandError) -> Bool {
        if isAgreed { return true }
        guard isatty(0) == 1 else {
            throw CommandError(translated("Nothing was changed, because you have not agreed: add --yes."))
        }
        Console.print(paragraph: translated("Type 'yes' to change it:"))
        return readLine() == "yes"
    }
}
