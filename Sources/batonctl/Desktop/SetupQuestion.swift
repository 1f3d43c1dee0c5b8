// SPDX-License-Identifier: Apache-2.0
import BatonTranslation
import Glibc

/// The question before something is changed.
enum SetupQuestion {
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
