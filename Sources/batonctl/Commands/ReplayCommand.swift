// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run the shake recognizer over a recording: what it finds, and why it finds nothing elsewhere.",
        discussion:
            "Needs neither agent nor sensor. A file that ends in .gz is unpacked with gzip; '-' is standard input.")

    @Argument(help: ArgumentHelp("A recording of 'batonctl record'.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event, then one with the sums.")
    var json = false

    @OptionGroup var detector: SensitivityOptions
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let settings = try detector.settings()
        try AgentRunner(messages.reporter).alone { () throws(CommandError) in
            let report = ReplayReport(RecordingFile.name(file), try RecordingFile.read(file), settings)
            for line in json ? report.json.map(\.text) : report.lines { Console.print(line) }
        }
    }
}
