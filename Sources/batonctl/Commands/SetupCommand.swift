// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Let Baton undo on this desktop, and direct its media keys to Baton, with your consent.",
        discussion: """
            Tells first what it found, and what will be asked or changed. Ctrl-C leaves everything unchanged. It can \
            be run again at any time.

            Exit status: 0 there is a way to undo and nothing is left to agree to, 1 otherwise, 2 there is no agent. \
            With --media-keys: 0 the keys reach Baton.
            """)

    @Flag(help: "Only direct this desktop's media keys to Baton.")
    var mediaKeys = false

    @Flag(name: .customLong("print"), help: "Only print the key bindings for sway, i3 or Hyprland.")
    var printsBindings = false

    @Flag(help: "Restore every setting of a desktop that was changed.")
    var revert = false

    /// For the systemd unit: a batond that was killed cannot give back the keys it had.
    @Flag(help: .hidden)
    var afterCrash = false

    @Flag(help: "Change the media keys without asking.")
    var yes = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard [mediaKeys, printsBindings, revert, afterCrash].filter({ $0 }).count <= 1 else {
            throw ValidationError("--media-keys, --print and --revert exclude each other.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        if printsBindings {
            try runner.printBindings()
        } else if afterCrash {
            try runner.returnMediaKeys()
        } else if revert {
            try runner.revertSetUp()
        } else if mediaKeys {
            try runner.setUpMediaKeys(isAgreed: yes)
        } else {
            try runner.setUp(isAgreed: yes)
        }
    }
}
