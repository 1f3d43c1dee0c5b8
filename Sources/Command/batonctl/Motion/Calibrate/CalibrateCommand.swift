// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotion
import BatonMotionReport

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find the sensitivity that suits you: shake five times, then type and carry the device.",
        discussion: """
            Finds a bar between your shakes and the rest, and has the agent use it from now on. The bar is never below \
            what the rest came near to, nor below that of the least sensitive setting that recognizes all shakes. Exit \
            status 1 when there is none. A 'sensitivity' in the configuration goes before it. With --shakes and --rest it works from recordings, and stores the result \
            with --store only. With \
            --axes two poses tell instead whether the axes of the accelerometer are right; what is wrong is written to \
            [motion] in baton.conf with your consent.
            """)

    @Option(help: ArgumentHelp("A recording of shakes with a rest after each.", valueName: "file"), completion: .file())
    var shakes: String?

    @Option(help: ArgumentHelp("A recording without shakes.", valueName: "file"), completion: .file())
    var rest: String?

    @Option(
        help: ArgumentHelp(
            "How many seconds to type and carry the device, or with --axes to wait for each pose; 60 by default.",
            valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("store"), help: "Use the result of the recordings from now on.")
    var store = false

    @Flag(help: "Find how the accelerometer lies: lay the device flat, then stand it up.")
    var axes = false

    @Flag(help: "With --axes, change the configuration without asking.")
    var yes = false

    @Flag(name: .customLong("dry-run"), help: "Show the result and store nothing.")
    var isDry = false

    @Flag(name: .customLong("forget"), help: "Forget your sensitivity.")
    var forgets = false

    @Option(
        help: ArgumentHelp("Draw the curve to this file too; '-' is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Flag(name: .customLong("force"), help: "Overwrite an existing picture.")
    var force = false

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @Flag(name: .customLong("follow"), help: "With --json, print a line for each step too; a signal ends all of it.")
    var follows = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if (shakes == nil) != (rest == nil) { throw ValidationError("--shakes and --rest need each other.") }
        if let seconds, !(seconds >= 1 && seconds <= 3600) {
            throw ValidationError("--seconds must be from 1 to 3600.")
        }
        if axes, shakes != nil || store || forgets || svg != nil || json {
            throw ValidationError("--axes goes with --seconds, --yes and --dry-run only.")
        }
        if yes, !axes { throw ValidationError("--yes goes with --axes.") }
        if shakes != nil, seconds != nil { throw ValidationError("--seconds is for the live signal only.") }
        if store, shakes == nil {
            throw ValidationError("--store is for recordings; the result of the live signal is kept anyway.")
        }
        if isDry, shakes != nil {
            throw ValidationError("--dry-run is for the live signal; recordings change nothing without --store.")
        }
        if forgets, shakes != nil || seconds != nil || svg != nil || json || isDry {
            throw ValidationError("--forget stands alone: leave out the other options.")
        }
        if follows, !json || shakes != nil {
            throw ValidationError("--follow goes with --json and the live signal.")
        }
        if svg == "-", json { throw ValidationError("--svg - and --json both need standard output.") }
    }

    func run() throws {
        let reporter = messages.reporter
        if forgets {
            return try reporter.withAgent { (agent) throws(CommandError) in try ShakeCalibration.forget(in: agent) }
        }
        if axes { return try calibrateAxes(reporter) }
        if let shakes, let rest {
            var calibration: ShakeCalibration?
            try reporter.reporting { () throws(CommandError) in
                let samples = (try RecordingFile.read(shakes).samples, try RecordingFile.read(rest).samples)
                let found = ShakeCalibration(shakes: samples.0, rest: samples.1)
                try report(found)
                calibration = found
            }
            guard store, let calibration else { return }
            return try reporter.withAgent { (agent) throws(CommandError) in try calibration.store(in: agent) }
        }
        try reporter.withAgent { (agent) throws(CommandError) in
            if let svg { try OutputFile.check(svg, force: force) }
            let calibrator =
                follows
                ? try Calibrator(session: agent.session) { Console.print($0.json.text) }
                : try Calibrator(session: agent.session)
            guard let calibration = try calibrator.run(seconds: seconds ?? 60, endsWhole: follows) else {
                throw CommandError("The calibration was ended.")
            }
            try report(calibration)
            if !isDry { try calibration.store(in: agent, asJSON: follows) }
        }
    }

    private func calibrateAxes(_ reporter: Reporter) throws {
        try reporter.withAgent { (agent) throws(CommandError) in
            let calibrator = AxesCalibrator(session: agent.session, patience: seconds ?? 60)
            let found = try calibrator.find()
            if found.correction == nil { Console.print("The axes are right.") }
            for line in found.system?.lines ?? [] { Console.print(line) }
            if let correction = found.correction { try calibrator.apply(correction, isAgreed: yes, isDry: isDry) }
        }
    }

    private func report(_ calibration: ShakeCalibration) throws(CommandError) {
        if let svg {
            try OutputFile.write(CalibrationPicture.svg(CalibrationCurve(calibration)), to: svg, force: force)
        }
        let report = CalibrationReport(calibration)
        if svg != "-" {
            for line in json ? [report.json(isStep: follows).text] : report.lines { Console.print(line) }
        }
        if calibration.proposal == nil { throw CommandError("No sensitivity fits these shakes.", isQuietable: true) }
    }
}
