// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write what the accelerometer gives into a file, until Ctrl-C.",
        discussion: """
            The file is text: lines of '# key: value' about the sensor, then t_s,ax,ay,az in seconds and m/s², gravity \
            included. It stays on this machine; nothing else ever gets the samples.
            """)

    @Argument(help: ArgumentHelp("The file to make; '-' is standard output.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Write over a file that is there.")
    var force = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e7) { throw ValidationError("--seconds is a number above 0.") }
    }

    func run() throws {
        try AgentRunner(messages).motion { (session) throws(CommandError) in
            try OutputFile.check(file, force: force)
            let limit = seconds.map { Duration.milliseconds(Int64(clamping: ($0 * 1000).rounded(.up))) }
            try Recorder(session: session).run(into: file, force: force, for: limit)
        }
    }
}
