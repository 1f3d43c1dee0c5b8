// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonDrawing
import BatonPages
import BatonReactor
import BatonTranslation

struct InterruptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interruptions", abstract: "Show what is pausing players or making them quieter.")

    @Flag(help: "Print a JSON object on a line for each.")
    var json = false
    @Flag(
        name: [.customShort("F"), .customLong("follow")], help: "Keep running, and print when each one begins and ends."
    )
    var follow = false
    @Flag(help: "Do not resume what is paused now when its interruption ends.")
    var forget = false
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if forget, json || follow { throw ValidationError("--forget prints nothing; leave out the other options.") }
    }

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            if forget {
                try letGo(agent)
            } else if follow {
                try EventMonitor(agent, interface: InterruptionsInterface.name) { message in
                    InterruptionEvent(message).map {
                        json ? $0.json.text : "\(ClockText(WallClock.microseconds).second()) \($0.text)"
                    }
                }.run()
            } else {
                try show(agent)
            }
        }
    }

    private func show(_ agent: AwaitedAgent) throws(CommandError) {
        let state = try agent.properties(of: .interruptions)
        let active = try state.told(InterruptionsInterface.active)
        if json {
            for interruption in active { Console.print(interruption.json.text) }
        } else if active.isEmpty {
            Console.print(translated("Nothing is pausing players or making them quieter."))
        } else {
            let head = [translated("WHAT"), translated("SINCE"), translated("WHY"), translated("PLAYERS")]
            for line in Columns.fitted([head] + active.map(\.row), Terminal.columns) { Console.print(line) }
        }
    }

    private func letGo(_ agent: AwaitedAgent) throws(CommandError) {
        let active = try agent.properties(of: .interruptions).told(InterruptionsInterface.active)
        try agent.call(InterruptionsInterface.forget)
        var names: [String] = []
        for name in active.flatMap(\.players).map({ ResponderName.short($0) }) where !names.contains(name) {
            names.append(name)
        }
        messages.reporter.say(
            names.isEmpty
                ? translated("Nothing was waiting to resume.")
                : translated("Nothing resumes by itself now. Held until now: \(names.joined(separator: ", "))."))
    }
}

struct InterruptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt", abstract: "Pause playback while a program runs.",
        discussion: """
            What it paused resumes when the program ends. The program also runs when Baton does not. The exit status \
            is the program's.
            """)

    @Argument(
        help: ArgumentHelp(
            "What it is for: call, dictation, recording, alarm, lock, wear or other.", valueName: "kind"),
        completion: .list(LeaseKind.typed.map(\.rawValue)))
    var kind = "other"
    @Flag(name: .customLong("no-resume"), help: "Do not resume at the end.")
    var staysPaused = false
    @Flag(help: "Lower the volume of what is playing instead of pausing it.")
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
            throw ValidationError("Which program? For example: 'batonctl interrupt -- arecord memo.wav'.")
        }
        if lower, staysPaused { throw ValidationError("--lower pauses nothing; leave out --no-resume.") }
        guard LeaseKind(rawValue: kind) != nil else {
            let words = LeaseKind.typed.map(\.rawValue)
            let (kinds, near) = (words.joined(separator: ", "), NearMiss.question(kind, among: words))
            throw ValidationError("There is no kind '\(kind)'. The kinds are \(kinds).\(near)")
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
        commandName: "resume", abstract: "Resume what 'pause --all' or an interruption paused.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try PlayersTogether.resume.run(messages.reporter) }
}
