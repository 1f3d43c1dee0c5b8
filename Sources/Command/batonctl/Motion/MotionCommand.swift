// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotion
import BatonMotionReport
import BatonValues

struct MotionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion",
        abstract: "Watch the accelerometer: the signal, and what Baton takes for a shake.",
        discussion: """
            In a terminal the signal scrolls until Ctrl-C. Elsewhere a line is printed for each second and for each \
            event. With --svg the signal is drawn as a picture. With --attitude the machine's gyroscope is used too, and \
            what is shown is how the device is turned.
            """)

    @Flag(help: "Show how the device is rotated; --svg draws its angles, --csv writes them.")
    var attitude = false

    @Option(
        help: ArgumentHelp("With --attitude, write values to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var csv: String?

    @Option(
        help: ArgumentHelp("Draw a picture to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Option(
        help: ArgumentHelp("Draw this recording instead of the live signal.", valueName: "file"), completion: .file())
    var from: String?

    @Option(help: ArgumentHelp("How many seconds to show or draw; 10 by default.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Overwrite an existing picture.")
    var force = false

    @OptionGroup var detector: SensitivityOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let seconds, !(seconds >= 0.5 && seconds <= 3600) {
            throw ValidationError("--seconds must be from 0.5 to 3600.")
        }
        if csv != nil, !attitude { throw ValidationError("--csv needs --attitude; 'batonctl record' writes samples.") }
        if attitude, from != nil { throw ValidationError("--attitude shows the live signal: leave out --from.") }
        if csv != nil, svg != nil { throw ValidationError("Leave out --csv or --svg.") }
        if from != nil, svg == nil { throw ValidationError("--from needs --svg.") }
        if from != nil, seconds != nil {
            throw ValidationError("--seconds is for the live signal: leave out --from or --seconds.")
        }
        if from == nil, detector.isGiven {
            throw ValidationError("Baton recognizes shakes in the live signal; --sensitivity needs --from.")
        }
    }

    func run() throws {
        if attitude { return try showAttitude() }
        let settings = try detector.settings()
        let reporter = messages.reporter
        if let from, let svg {
            return try reporter.reporting { () throws(CommandError) in
                let model = try CoefficientsFile.read(detector.model)
                let report = ReplayReport(
                    RecordingFile.name(from), try RecordingFile.read(from), settings, model: model)
                try OutputFile.write(MotionPicture.svg(report.trace), to: svg, force: force)
            }
        }
        try reporter.withAgent { (agent) throws(CommandError) in
            let viewer = try MotionViewer(session: agent.session)
            if let svg {
                try OutputFile.check(svg, force: force)
                let picture = try viewer.picture(seconds: seconds ?? MotionViewer.seconds)
                try OutputFile.write(picture, to: svg, force: force)
            } else {
                try viewer.show(seconds: seconds ?? MotionViewer.seconds)
            }
        }
    }

    private func showAttitude() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            if let file = svg ?? csv { try OutputFile.check(file, force: force) }
            let viewer = try AttitudeViewer(session: agent.session)
            let limit = seconds.map { Duration.milliseconds(Int64(clamping: $0 * 1000)) }
            if let csv { return try viewer.write(to: csv, force: force, for: limit) }
            guard let svg else { return try viewer.show() }
            let time = limit ?? .milliseconds(Int64(clamping: MotionViewer.seconds * 1000))
            try OutputFile.write(try viewer.picture(for: time), to: svg, force: force)
        }
    }
}
