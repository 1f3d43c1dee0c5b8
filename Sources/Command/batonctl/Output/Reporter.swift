// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Tells how a command ended, as `--quiet` and `--verbose` want it.
struct Reporter {
    var isQuiet = false
    var isVerbose = false

    /// Prints what went wrong.
    private func tell(_ error: CommandError) {
        if !(isQuiet && error.isQuietable), !error.description.isEmpty { Console.complain(error.description) }
    }

    /// Prints what went wrong, and returns the error that ends the process with the right status.
    func reported(_ error: CommandError) -> ExitCode {
        tell(error)
        return ExitCode(error.status.rawValue)
    }

    /// Runs a command without the parser, and tells of its failure.
    func status(of body: () throws(CommandError) -> Void) -> ExitStatus {
        do throws(CommandError) {
            try body()
            return .success
        } catch {
            tell(error)
            return error.status
        }
    }

    /// Runs a command, and tells of its failure.
    func reporting(_ body: () throws(CommandError) -> Void) throws {
        do { try body() } catch { throw reported(error) }
    }

    /// Says in a sentence what a command has changed, or why it has changed nothing.
    func say(_ text: String) {
        if !isQuiet { Console.print(paragraph: text) }
    }

    /// Prints what is done, for `--verbose`.
    func note(_ text: String) {
        if isVerbose { Console.complain("batonctl: \(text)") }
    }
}
