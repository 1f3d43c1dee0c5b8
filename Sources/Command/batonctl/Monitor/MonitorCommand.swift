// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonPages
import BatonReactor

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Watch what Baton does: each press, who got it, each interruption, the sleep timer.")

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            guard !json else {
                return try EventMonitor(agent, interface: ApplicationInterface.name) { message in
                    MonitoredEvent(message)?.json.text
                }.run()
            }
            let sleep = SleepTimerWatch(agent)
            try EventMonitor(agent) { message in
                if let event = MonitoredEvent(message) { return event.text }
                return InterruptionEvent(message).map { "\(ClockText(WallClock.microseconds).millisecond) \($0.text)" }
            }.run()
            withExtendedLifetime(sleep) {}
        }
    }
}
