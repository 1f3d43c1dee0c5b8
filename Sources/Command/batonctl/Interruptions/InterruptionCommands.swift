// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

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
        let runner = AgentRunner(messages.reporter)
        if forget { return try runner.forgetInterruptions() }
        if follow { return try runner.followInterruptions(json: json) }
        try runner.interruptions(json: json)
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
    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments, after '--'.", valueName: "command")
    )
    var command: [String] = []
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("A program is missing. Try 'batonctl interrupt -- arecord memo.wav'.")
        }
        guard LeaseKind(rawValue: kind) != nil else {
            let kinds = LeaseKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no interruption of this kind. The kinds are \(kinds).")
        }
    }

    func run() throws {
        try AgentRunner(messages.reporter).run(
            command, interruptingFor: LeaseKind(rawValue: kind) ?? .other, resumes: !staysPaused)
    }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Play what 'pause --all' or an interruption has paused and left to you.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).resumeAll() }
}

struct SleepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Pause all that plays after a while, at a time, or at the end of the track.",
        discussion: "Without arguments it shows the timer. 'batonctl resume' plays again what it paused.")

    @Argument(
        help: ArgumentHelp("A duration such as 30m or 1h30m, a time such as 23:30, or 'off'.", valueName: "when"))
    var time: String?
    @Flag(name: .customLong("end-of-track"), help: "Wait for the end of the track that plays then.")
    var endOfTrack = false
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        if time == "off" { return try runner.setSleep(time, endOfTrack: false) }
        if time == nil, !endOfTrack { return try runner.showSleep() }
        try runner.setSleep(time, endOfTrack: endOfTrack)
    }
}

struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Show the programs that are started when something happens, or test one.")

    @Flag(help: "Print a JSON object on a line for each.")
    var json = false
    @Option(help: ArgumentHelp("Start this hook with sample values.", valueName: "name"))
    var test: String?
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        if let test { try runner.testHook(test) } else { try runner.hooks(json: json) }
    }
}

struct CycleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycle", abstract: "Pin the next player by name; after the last one, remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).cycle() }
}
