// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// How much a command says on standard error.
struct MessageOptions: ParsableArguments {
    @Flag(name: [.customShort("s"), .customLong("no-messages")], help: "Do not say that there is no player.")
    var quiet = false

    @Flag(name: .customLong("verbose"), help: "Say on standard error who was asked and why not.")
    var verbose = false
}
