// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct SimulateShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-shake",
        abstract: "Send a shake down the chain, as the accelerometer would; needs none.",
        discussion: """
            Exit status with --wait: 0 done, 1 declined or refused, 2 nobody handled it, or there is no agent.
            """)

    @Flag(name: .customLong("cancel"), help: "Cancel the shake instead of ending it.")
    var cancel = false

    @Flag(name: .customLong("wait"), help: "Return when what the shake started has settled.")
    var wait = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).simulateShake(cancel: cancel, wait: wait) }
}
