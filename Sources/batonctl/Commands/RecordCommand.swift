// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write the accelerometer's samples to a file, until Ctrl-C.",
        discussion: """
            The file is text: lines of '# key: value' about the sensor, then t_s,ax,ay,az in seconds and m/s², gravity \
            included. The samples stay on this machine and go to this file only.
            """)

    @Argument(help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("End after this many seconds.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Overwrite an existing file.")
    var force = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e7) {
            throw ValidationError("--seconds must be above 0, and at most 1e7.")
        }
    }

    func run() throws {
        try AgentRunner(messages.reporter).motion { (session) throws(CommandError) in
            try OutputFile.check(file, force: force)
            let limit = seconds.map { Duration.milliseconds(Int64(clamping: ($0 * 1000).rounded(.up))) }
            try Recorder(session: session).run(into: file, force: force, for: limit)
        }
    }
}
