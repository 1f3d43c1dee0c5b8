// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonDrawing
import BatonTranslation

struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Show the programs that Baton starts when something happens, or test one.")

    @Flag(help: "Print a JSON object on a line for each.")
    var json = false
    @Option(help: ArgumentHelp("Start the program of this hook with sample values.", valueName: "name"))
    var test: String?
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            guard let test else { return try show(agent) }
            let names = try agent.call(InterruptionsInterface.hooks).map(\.name)
            do throws(CommandError) {
                try agent.call(InterruptionsInterface.testHook, test)
            } catch {
                throw error.adding(NearMiss.question(test, among: names))
            }
            messages.reporter.say(translated("Started the program of [hook \(test)] with sample values."))
        }
    }

    private func show(_ agent: AwaitedAgent) throws(CommandError) {
        let hooks = try agent.call(InterruptionsInterface.hooks)
        if json {
            for hook in hooks { Console.print(hook.json.text) }
        } else if hooks.isEmpty {
            Console.print(translated("There are no hooks: baton.conf has no section [hook NAME]."))
        } else {
            let head = [translated("HOOK"), translated("LAST STARTED"), translated("RESULT"), translated("MISSED")]
            for line in Columns.fitted([head] + hooks.map(\.row), Terminal.columns) { Console.print(line) }
        }
    }
}
