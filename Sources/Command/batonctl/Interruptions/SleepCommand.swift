// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonReactor

struct SleepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Sleep timer: pause everything after 30m, at 23:30, or when the track ends.",
        discussion: "Without arguments it shows the timer. 'batonctl resume' resumes what it paused.")

    @Argument(
        help: ArgumentHelp("A duration such as 30m or 1h30m, a time such as 23:30, or 'off'.", valueName: "when"))
    var time: String?
    @Flag(name: .customLong("end-of-track"), help: "Pause when the track that is playing then ends.")
    var endOfTrack = false
    @OptionGroup var messages: MessageOptions

    func run() throws {
        if time == nil, !endOfTrack { return try show() }
        try set(endOfTrack: endOfTrack && time != "off")
    }

    private func show() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            let state = try agent.properties(of: .interruptions)
            _ = try state.told(InterruptionsInterface.sleepUntil)
            Console.print(SleepText.text(state, now: WallClock.microseconds))
        }
    }

    private func set(endOfTrack: Bool) throws {
        try messages.reporter.reporting { () throws(CommandError) in
            // A wrong time is the caller's mistake, with an agent and without one.
            let until = try SleepText.parse(time, now: WallClock.microseconds)
            try AwaitedAgent.with { (agent) throws(CommandError) in
                try agent.call(InterruptionsInterface.sleep, (until, endOfTrack))
                let state = try agent.properties(of: .interruptions)
                messages.reporter.say(SleepText.answer(state, now: WallClock.microseconds))
            }
        }
    }
}
