// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonMotion
import BatonMotionReport
import BatonSetup
import BatonValues

/// Guides the user through the two poses that tell how the accelerometer's axes lie, and changes the configuration with
/// the user's consent (rule SIGN7).
struct AxesCalibrator {
    private static var reload: String { Installation.current.reload }

    let session: BusSession
    /// For how many seconds each pose is waited for.
    let patience: Double
    var environment = SetupEnvironment.current

    /// What the two poses tell.
    struct Result {
        /// What is to be changed; nil when the axes are right.
        let correction: AxesCorrection?
        /// What the system tells other programs of the axes; nil when it does not know the sensor.
        let system: SystemAxes?
    }

    /// - Throws: ``CommandError`` when the poses tell nothing, or the user ended it.
    func find() throws(CommandError) -> Result {
        let stream = try MotionStream(session: session)
        guard stream.format.frame == StreamKey.deviceFrame else {
            throw AgentFailure.oldAgent
        }
        let sensor = stream.format.sensor
        var questions = AxesQuestions(sign: sensor.sign, matrix: sensor.mountMatrix, patience: patience)
        var finding: AxesFinding?
        var refusal = PoseRefusal.silent
        Console.complain("1 of 2  \(Orientation.faceUp.request), and leave it for 3 s. Open a laptop until it is flat.")
        // The samples' own times are what counts; the limit is for a sensor that sends none.
        let end = try stream.run(for: .milliseconds(Int64(clamping: 2 * patience * 1000) &+ 10_000)) { record in
            guard finding == nil, case .sample(let sample) = record else { return }
            switch questions.process(sample) {
            case .flat: Console.complain("2 of 2  \(Orientation.normal.request), and hold it for 3 s.")
            case .refused(let reason): Console.complain("  \(reason.sentence)")
            case .finding(let found):
                finding = found
                stream.stop()
            case .givenUp(let reason):
                refusal = reason
                stream.stop()
            case nil: break
            }
        }
        let system = SystemSensor(path: sensor.path)
        let used = sensor.mountMatrix
        switch finding {
        case .right:
            return Result(correction: nil, system: SystemAxes(system, used: used, correction: nil))
        case .correction(let correction):
            return Result(correction: correction, system: SystemAxes(system, used: used, correction: correction))
        case nil: break
        }
        switch end {
        case .stopped: throw CommandError("The calibration was ended.")
        case .closed: throw stream.explanation()
        case .timeOver, .enough: throw CommandError(refusal.sentence)
        }
    }

    /// Shows what would be changed, and changes it if the user agrees.
    func apply(_ correction: AxesCorrection, isAgreed: Bool, isDry: Bool) throws(CommandError) {
        for (key, value) in correction.settings { Console.print("[motion] \(key) = \(value)") }
        let usedFile = try usedFile
        let difference = try CommandError.setting { () throws(SetupError) in
            try change(correction, usedFile).difference
        }
        for line in difference.split(separator: "\n") { Console.print(String(line)) }
        if isDry { return }
        guard try SetupQuestion.isAgreed(isAgreed) else { return Console.print("Nothing was changed.") }
        let directory = try environment.requireStateDirectory()
        try CommandError.setting { () throws(SetupError) in
            // What an earlier calibration has written is replaced, so that the user's own lines can be restored.
            for sentence in try ConfigurationChange.takeBack(in: directory) ?? [] { Console.print(sentence) }
            try change(correction, usedFile).make(in: directory)
        }
        Console.print("'batonctl setup --revert' restores what was there. Now: \(Self.reload)")
    }

    /// Takes back what a calibration has written.
    ///
    /// - Returns: Whether something was.
    static func revert(_ environment: SetupEnvironment = .current) throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        let kept = try CommandError.setting { () throws(SetupError) in try ConfigurationChange.takeBack(in: directory) }
        for sentence in kept ?? [] { Console.print(sentence) }
        if kept != nil { Console.print("[motion]: the axes are as before. Now: \(Self.reload)") }
        return kept != nil
    }

    private func change(_ correction: AxesCorrection, _ usedFile: String?) throws(SetupError) -> ConfigurationChange {
        try ConfigurationChange("motion", correction.settings, usedFile: usedFile, environment)
    }

    /// The file that batond has read; nil for none.
    private var usedFile: String? {
        get throws(CommandError) {
            let agent = AwaitedAgent(session: session)
            let rows = try agent.motion.doctor()
            let path = rows.first { $0.name == DoctorName.configuration }?.details.text(.path) ?? ""
            return path.isEmpty ? nil : path
        }
    }
}
