// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonReactor

struct InterruptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interruptions", abstract: "Show what has paused players that nobody pressed a button for.")

    @Flag(help: "Print a JSON object on a line for each.")
    var json = false
    @Flag(name: [.customShort("F"), .customLong("follow")], help: "Keep running, and print each beginning and end.")
    var follow = false
    @Flag(help: "Let go of all players: nothing goes on by itself any more.")
    var forget = false
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if forget, json || follow { throw ValidationError("--forget prints nothing; leave out the other options.") }
    }

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            if forget {
                try agent.call(InterruptionsInterface.forget)
            } else if follow {
                try EventMonitor(agent, interface: InterruptionsInterface.name) { message in
                    InterruptionEvent(message).map { json ? $0.json.text : $0.text }
                }.run()
            } else {
                try show(agent)
            }
        }
    }

    private func show(_ agent: AwaitedAgent) throws(CommandError) {
        let state = try agent.properties(of: .interruptions)
        let active = state[InterruptionsInterface.active] ?? []
        if json {
            for interruption in active { Console.print(interruption.json.text) }
        } else if active.isEmpty {
            Console.print("nothing is interrupted")
        } else {
            let now = MonotonicClock().now.microseconds
            for line in Columns.aligned(active.map { $0.row(at: now) }) { Console.print(line) }
        }
    }
}

struct InterruptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt", abstract: "Pause what plays while a program runs.",
        discussion: """
            What this has paused goes on when the program ends. Without the agent the program runs all the same. The \
            exit status is the program's.
            """)

    @Argument(
        help: ArgumentHelp(
            "What it is for: call, dictation, recording, alarm, lock, wear or other.", valueName: "kind"),
        completion: .list(LeaseKind.allCases.map(\.rawValue)))
    var kind = "other"
    @Flag(name: .customLong("no-resume"), help: "Leave paused what it pauses.")
    var staysPaused = false
    @Flag(help: "Make what plays quieter instead of pausing it.")
    var lower = false
    @Option(
        help: ArgumentHelp("What people are shown as the reason; the program's name when left out.", valueName: "text"))
    var reason: String?
    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments, after '--'.", valueName: "command")
    )
    var command: [String] = []
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("A program is missing. Try 'batonctl interrupt -- arecord memo.wav'.")
        }
        if lower, staysPaused { throw ValidationError("--lower pauses nothing; leave out --no-resume.") }
        guard LeaseKind(rawValue: kind) != nil else {
            let kinds = LeaseKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no interruption of this kind. The kinds are \(kinds).")
        }
    }

    func run() throws {
        try messages.reporter.run(
            command, interruptingFor: LeaseKind(rawValue: kind) ?? .other, reason: reason ?? command[0],
            resumes: !staysPaused, lowers: lower)
    }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Play what 'pause --all' or an interruption has paused and left to you.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try PlayersTogether.run(InterruptionsInterface.resume, messages.reporter) }
}
