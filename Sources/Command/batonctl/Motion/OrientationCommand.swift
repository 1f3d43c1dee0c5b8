// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct OrientationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orientation",
        abstract: "Print how the device is held: normal, left-up, right-up, bottom-up, face-up or face-down.",
        discussion: """
            The sensor is on while the command runs. With --follow each change is printed, until Ctrl-C. A device that \
            is between two orientations keeps the last one.
            """)

    @Flag(name: .customLong("follow"), help: "Print each change.")
    var follow = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            try OrientationFollower(session: agent.session).run(follow: follow)
        }
    }
}
