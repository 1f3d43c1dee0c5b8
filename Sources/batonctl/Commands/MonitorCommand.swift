// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print each event: which input it came from, who got it, what came of it, how long it took.")

    @Flag(name: .customLong("json"), help: "Print a JSON object on a line for each event.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).monitor(json: json) }
}
