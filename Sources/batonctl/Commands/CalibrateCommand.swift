// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find the sensitivity that suits you: shake five times, then type and carry the device for a minute.",
        discussion: """
            Proposes the least sensitive setting that sees all five shakes with a margin and nothing in the rest. Changes \
            nothing. Exit status 1 when none does. With --shakes and --rest it works from recordings.
            """)

    @Option(help: ArgumentHelp("A recording of the shakes, a rest after each.", valueName: "file"), completion: .file())
    var shakes: String?

    @Option(help: ArgumentHelp("A recording without shakes.", valueName: "file"), completion: .file())
    var rest: String?

    @Option(help: ArgumentHelp("How long to type and carry; 60 without it.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if (shakes == nil) != (rest == nil) { throw ValidationError("--shakes and --rest go together.") }
        if let seconds, !(seconds >= 1 && seconds <= 3600) { throw ValidationError("--seconds is between 1 and 3600.") }
        if shakes != nil, seconds != nil { throw ValidationError("--seconds is for the live signal.") }
    }

    func run() throws {
        let runner = AgentRunner(messages)
        if let shakes, let rest {
            return try runner.alone { () throws(CommandError) in
                let samples = (try RecordingFile.read(shakes).samples, try RecordingFile.read(rest).samples)
                try report(Calibration(shakes: samples.0, rest: samples.1))
            }
        }
        try runner.motion { (session) throws(CommandError) in
            guard let calibration = try Calibrator(session: session).run(seconds: seconds ?? 60) else {
                throw CommandError("The calibration was ended.")
            }
            try report(calibration)
        }
    }

    private func report(_ calibration: Calibration) throws(CommandError) {
        let report = CalibrationReport(calibration)
        for line in json ? [report.json.text] : report.lines { Console.print(line) }
        if calibration.proposal == nil { throw CommandError("No sensitivity suits.", isQuietable: true) }
    }
}
