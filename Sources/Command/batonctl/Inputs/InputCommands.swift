// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonReactor
import BatonTranslation
import BatonValues

struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs",
        abstract: "Show where button presses come from, and when the last one came.")

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            let rows =
                try agent.inputs() + GesturesSetup().inputRows
            let now = UInt64(clamping: MonotonicClock().now / .microseconds(1))
            if json { return Console.print(JSON.array(rows.map { $0.json(now: now) }).text) }
            for line in InputTable(rows: rows).lines(columns: Terminal.columns) { Console.print(line) }
        }
    }
}

struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract:
            "Press a button and see what it is, how it reaches Baton, and how to configure it.",
        discussion: """
            With the name of a Bluetooth headset it asks for some presses, and explains what the headset means by \
            Play and Pause. Nothing is written.

            Exit status: 0 a button was pressed, or the headset is understood; 1 neither; 2 Baton is not running.
            """)

    @Argument(help: "A connected Bluetooth headset: its name or address.")
    var device: String?

    @Option(
        name: .customLong("timeout"), help: "How many seconds to wait for a press, 1 to 300; for a headset 1 to 40.")
    var timeout: UInt32 = 30

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        // All steps of a trial are over before the agent ends it, after 5 min.
        let most: UInt32 = device == nil ? 300 : 40
        guard (1...most).contains(timeout) else {
            throw ValidationError("--timeout must be from 1 to \(most) seconds.")
        }
    }

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            if let device {
                return try HeadsetConversation(agent: agent, device: device, seconds: timeout, isJSON: json).run()
            }
            // Nobody is asked for a press that Baton cannot see.
            try agent.ping()
            if !json, !reporter.isQuiet {
                Console.complain(translated("Press the button within \(timeout) s. It also does what it always does."))
            }
            let button = try agent.learn(seconds: timeout)
            if json { return Console.print(button.json.text) }
            for line in button.lines { Console.print(line) }
        }
    }
}
