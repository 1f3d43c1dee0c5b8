// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonReactor

struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Show the programs that are started when something happens, or test one.")

    @Flag(help: "Print a JSON object on a line for each.")
    var json = false
    @Option(help: ArgumentHelp("Start this hook with sample values.", valueName: "name"))
    var test: String?
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            guard let test else { return try show(agent) }
            try agent.call(InterruptionsInterface.testHook, test)
        }
    }

    private func show(_ agent: AwaitedAgent) throws(CommandError) {
        let hooks = try agent.call(InterruptionsInterface.hooks)
        if json {
            for hook in hooks { Console.print(hook.json.text) }
        } else if hooks.isEmpty {
            Console.print("there is no [hook NAME] in the configuration")
        } else {
            let now = MonotonicClock().now.microseconds
            for line in Columns.aligned(hooks.map { $0.row(at: now) }) { Console.print(line) }
        }
    }
}
