// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract:
            "Wait for a button and tell what it is, how it comes, and which line of the configuration is about it.",
        discussion: "Exit status: 0 a button came, 1 none did, 2 there is no agent.")

    @Option(name: .customLong("timeout"), help: "How many seconds to wait for it, 1 to 300.")
    var timeout: UInt32 = 30

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard (1...300).contains(timeout) else { throw ValidationError("--timeout wants 1 to 300 seconds.") }
    }

    func run() throws { try AgentRunner(messages).learn(seconds: timeout, json: json) }
}
