// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Propose a shake sensitivity: shake five times, then type and carry the device for a minute.",
        discussion: """
            Proposes the least sensitive setting that recognizes all five shakes with a margin and nothing in the \
            rest. Changes nothing. Exit status 1 when no setting does. With --shakes and --rest it works from recordings.
            """)

    @Option(help: ArgumentHelp("A recording of shakes with a rest after each.", valueName: "file"), completion: .file())
    var shakes: String?

    @Option(help: ArgumentHelp("A recording without shakes.", valueName: "file"), completion: .file())
    var rest: String?

    @Option(help: ArgumentHelp("How many seconds to type and carry the device; 60 by default.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if (shakes == nil) != (rest == nil) { throw ValidationError("--shakes and --rest need each other.") }
        if let seconds, !(seconds >= 1 && seconds <= 3600) {
            throw ValidationError("--seconds must be from 1 to 3600.")
        }
        if shakes != nil, seconds != nil { throw ValidationError("--seconds applies to the live signal only.") }
    }

    func run() throws {
        let runner = AgentRunner(messages.reporter)
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
