// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change("Unpin", player: nil) }
}
