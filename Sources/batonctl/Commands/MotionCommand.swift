// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct MotionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion",
        abstract: "Show the accelerometer's signal, what a shake needs, and the shakes found in it.",
        discussion: """
            In a terminal the signal runs by until Ctrl-C. Elsewhere there is a line for each second and for each event. \
            With --svg the same becomes a picture.
            """)

    @Option(
        help: ArgumentHelp("Draw a picture into this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Option(
        help: ArgumentHelp("Draw this recording instead of the live signal.", valueName: "file"), completion: .file())
    var from: String?

    @Option(help: ArgumentHelp("How much to show or to draw; 10 without it.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Write over a picture that is there.")
    var force = false

    @OptionGroup var detector: SensitivityOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let seconds, !(seconds >= 0.5 && seconds <= 3600) {
            throw ValidationError("--seconds is between 0.5 and 3600.")
        }
        if from != nil, svg == nil { throw ValidationError("--from goes with --svg.") }
        if from != nil, seconds != nil { throw ValidationError("--seconds is for the live signal, not for --from.") }
        if from == nil, detector.sensitivity != nil || detector.longestShake != nil {
            throw ValidationError("The live signal is judged by the agent; --sensitivity goes with --from.")
        }
    }

    func run() throws {
        let settings = try detector.settings()
        let runner = AgentRunner(messages)
        if let from, let svg {
            return try runner.alone { () throws(CommandError) in
                let report = ReplayReport(RecordingFile.name(from), try RecordingFile.read(from), settings)
                try OutputFile.write(MotionPicture.svg(report.trace), to: svg, force: force)
            }
        }
        try runner.motion { (session) throws(CommandError) in
            let viewer = try MotionViewer(session: session)
            if let svg {
                try OutputFile.check(svg, force: force)
                let picture = try viewer.picture(seconds: seconds ?? MotionViewer.seconds)
                try OutputFile.write(picture, to: svg, force: force)
            } else {
                try viewer.show(seconds: seconds ?? MotionViewer.seconds)
            }
        }
    }
}
