// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change(ApplicationMember.unpin, player: nil) }
}
