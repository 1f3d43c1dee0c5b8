// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Take the pin off again.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change("Unpin", player: nil) }
}
