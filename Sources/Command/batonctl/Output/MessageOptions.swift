// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How much a command prints on standard error.
struct MessageOptions: ParsableArguments {
    @Flag(
        name: [.customShort("s"), .customLong("no-messages")],
        help: "Print nothing about what was done, nor about a player that is missing or cannot do it.")
    var quiet = false

    @Flag(
        name: .customLong("verbose"),
        help: "Print on standard error which players were asked, and why they did not do it.")
    var verbose = false

    /// What tells how the command ended.
    var reporter: Reporter { Reporter(isQuiet: quiet, isVerbose: verbose) }
}
