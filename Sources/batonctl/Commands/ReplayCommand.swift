// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotionReport

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run the shake recognizer over a recording: what it finds, and why it finds nothing elsewhere.",
        discussion:
            """
            Needs neither agent nor sensor. A file that ends in .gz is unpacked with gzip; '-' is standard input. With \
            --svg the recording is drawn, with what each shake was recognized by.
            """)

    @Argument(help: ArgumentHelp("A recording of 'batonctl record'.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event, then one with the sums.")
    var json = false

    @OptionGroup var picture: ReplayOptions
    @OptionGroup var detector: SensitivityOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try picture.check(json: json)
    }

    func run() throws {
        let settings = try detector.settings()
        try AgentRunner(messages.reporter).alone { () throws(CommandError) in
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
