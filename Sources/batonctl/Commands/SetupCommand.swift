// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Have the desktop let Baton undo, and send its media keys to Baton, with your consent.",
        discussion: """
            Tells what was found, and what will be asked or changed, before anything is. Ctrl-C leaves everything as it is. It can be run \
            again at any time.

            Exit status: 0 there is a way to undo and nothing is left to agree to, 1 otherwise, 2 there is no agent. With \
            --media-keys: 0 the keys come to Baton.
            """)

    @Flag(help: "Only the media keys: lead those of this desktop to Baton.")
    var mediaKeys = false

    @Flag(name: .customLong("print"), help: "Only print the key bindings for sway, i3 or Hyprland.")
    var printsBindings = false

    @Flag(help: "Put back every setting of a desktop that was changed, as it was.")
    var revert = false

    /// For the systemd unit: batond cannot give back what it had when it was killed.
    @Flag(help: .hidden)
    var afterCrash = false

    @Flag(help: "Agree to the change of the media keys without being asked.")
    var yes = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard [mediaKeys, printsBindings, revert, afterCrash].filter({ $0 }).count <= 1 else {
            throw ValidationError("--media-keys, --print and --revert exclude each other.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages)
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
