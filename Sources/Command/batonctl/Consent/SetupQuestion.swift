// SPDX-License-Identifier: Apache-2.0

import BatonTranslation
import Glibc

/// The question before something is changed.
enum SetupQuestion {
    /// Asks about a change that `--revert` takes back, and says so; says too that nothing was changed if the user does not want it.
    static func isAgreedToRestorable(_ isAgreed: Bool) throws(CommandError) -> Bool {
        Console.print(
            paragraph: translated("Your current settings are saved first; undo with 'batonctl setup --revert'."))
        if try Self.isAgreed(isAgreed) { return true }
        Console.print(paragraph: translated("Nothing was changed."))
        return false
    }

    /// A user at a terminal is asked; otherwise the command line has to say it.
    static func isAgreed(_ isAgreed: Bool) throws(CommandError) -> Bool {
        if isAgreed { return true }
        guard isatty(0) == 1 else {
            throw CommandError(translated("Nothing was changed, because you have not agreed. To agree, add --yes."))
        }
        return isAnsweredYes(translated("Apply these changes? [y/N]"))
    }

    /// Asks, and waits for a line: only "y", "yes" and the words of the user's language agree, in any case.
    static func isAnsweredYes(_ question: String) -> Bool {
        Console.print(paragraph: question)
        guard let answer = readLine() else { return false }
        let words = "y yes " + translated("y yes")
        return words.split(separator: " ").contains { $0 == answer.lowercased() }
    }
}
