// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a remote-control event along the responder chain.")

    @Argument(
        help: ArgumentHelp("The event's name or number, 100 to 109.", valueName: "event"),
        completion: .list(RemoteControlSubtype.typedNames))
    var event: String

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let runner = AgentRunner(messages)
        guard let commands = RemoteControlSubtype.events(text: event) else {
            throw runner.reported(RemoteControlSubtype.unknown(event))
        }
        for command in commands { try runner.send(command) }
    }
}
