// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write the accelerometer's samples to a file, until Ctrl-C.",
        discussion: """
            The file is text: lines of '# key: value' about the sensor, then t_s,ax,ay,az in seconds and m/s², gravity \
            included. With --all each line says its kind: t_s,kind,x,y,z, where a is the accelerometer, g the gyroscope \
            in rad/s and m the magnetometer in µT. The samples stay on this machine and go to this file only.
            """)

    @Flag(help: "Record the gyroscope and the magnetometer too.")
    var all = false

    @OptionGroup var output: RecordOptions
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try AgentRunner(messages.reporter).motion { (session) throws(CommandError) in
            try OutputFile.check(output.file, force: output.force)
            try Recorder(session: session, all: all).run(into: output.file, force: output.force, for: output.limit)
        }
    }
}
