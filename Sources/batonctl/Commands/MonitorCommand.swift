// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print each event: its input, the responder that got it, the outcome, how long it took.")

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).monitor(json: json) }
}
