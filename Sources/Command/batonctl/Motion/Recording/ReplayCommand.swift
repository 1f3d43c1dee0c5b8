// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotionReport

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Look for shakes in a recording, and explain why other movements are none.",
        discussion:
            """
            Needs neither agent nor sensor. A file that ends in .gz is unpacked with gzip; '-' is standard input. With \
            --svg the recording is drawn, with what each shake was recognized by. With --attitude the samples of the \
            gyroscope are used too, and what is printed, drawn or written is how the device was turned.
            """)

    @Argument(help: ArgumentHelp("A recording of 'batonctl record'.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event, then one with the sums.")
    var json = false

    @Flag(help: "Show how the device was rotated; --svg draws its angles, --csv writes them.")
    var attitude = false

    @Option(
        help: ArgumentHelp("With --attitude, write values to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var csv: String?

    @OptionGroup var picture: ReplayOptions
    @OptionGroup var detector: SensitivityOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try picture.check(json: json)
        if csv != nil, !attitude { throw ValidationError("--csv needs --attitude.") }
        if csv != nil, picture.svg != nil { throw ValidationError("Leave out --csv or --svg.") }
        if attitude, json || detector.isGiven {
            throw ValidationError("--attitude recognizes no shakes; it goes with --csv and --svg only.")
        }
    }

    func run() throws {
        if attitude {
            return try messages.reporter.reporting { () throws(CommandError) in
                try RecordedAttitude(file).show(csv: csv, svg: picture.svg, force: picture.force)
            }
        }
        let settings = try detector.settings()
        try messages.reporter.reporting { () throws(CommandError) in
            let model = try CoefficientsFile.read(detector.model)
            let report = ReplayReport(
                RecordingFile.name(file), try RecordingFile.read(file), settings, model: model)
            if let svg = picture.svg {
                return try OutputFile.write(MotionPicture.svg(report.trace), to: svg, force: picture.force)
            }
            for line in json ? report.json.map(\.text) : report.lines { Console.print(line) }
        }
    }
}
