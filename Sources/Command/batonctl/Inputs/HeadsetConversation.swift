// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonClient
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTranslation
import BatonValues
import Glibc
import SystemPackage

/// `batonctl learn DEVICE`: asks for presses of a Bluetooth headset, and says what they tell (rule I55). It writes
/// nothing.
struct HeadsetConversation {
    let agent: AwaitedAgent
    let device: String
    /// How many seconds to wait for each press.
    let seconds: UInt32
    let isJSON: Bool

    /// What the agent answered: the headset, and its press if one came.
    private struct Answer {
        let device: String
        let section: String
        var press: (command: RemoteControlSubtype, at: Duration)?

        /// The same, when the user has skipped what was asked for.
        var withoutPress: Answer { Answer(device: device, section: section, press: nil) }
    }

    func run() throws(CommandError) {
        var trial = HeadsetTrial(asksToTakeOff: true)
        // Whether it can be tried is known before anybody presses.
        guard var answer = try ask(trial, seconds: 0) else { return }
        // With --json no text from outside is printed that is not escaped.
        let name = isJSON ? translated("The headset") : answer.device
        say(translated("\(name): its buttons are captured for this test. Ctrl-C ends it."))
        var step = HeadsetTrial.Step.done
        while trial.step != .done {
            if trial.step != step { say(trial.request(seconds: seconds)) }
            step = trial.step
            answer = try ask(trial, seconds: seconds) ?? answer.withoutPress
            guard let press = answer.press else {
                trial.expire()
                continue
            }
            say(HeadsetTrial.text(press.command, trial.receive(press.command, at: press.at)))
        }
        try conclude(trial.evidence, answer)
    }

    private func conclude(_ evidence: HeadsetEvidence, _ answer: Answer) throws(CommandError) {
        let lines = evidence.configuration(answer.section)
        if isJSON {
            Console.print(evidence.json(answer.device, section: answer.section).text)
        } else {
            Console.print(evidence.explanation)
            let file = lines.isEmpty ? [] : ["", translated("In baton.conf:")] + lines.map { "  \($0)" }
            for line in file { Console.print(line) }
        }
        if lines.isEmpty { throw CommandError.silent }
    }

    /// What people read while they press; `--json` prints the result alone.
    private func say(_ text: String) {
        if isJSON { Console.complain(text) } else { Console.print(text) }
    }

    // MARK: The agent

    /// - Returns: nil when the user has skipped it.
    private func ask(_ trial: HeadsetTrial, seconds: UInt32) throws(CommandError) -> Answer? {
        var result: AgentReply<HeadsetPress>?
        let deadline = Duration.seconds(Int64(clamping: seconds)) + AwaitedAgent.inputsDeadline
        agent.remote.call(
            ApplicationInterface.tryHeadset, (device, trial.isShownPlaying, seconds), within: deadline
        ) { result = $0 }
        var isSkipped = false
        let key = trial.step == .takingOff ? watchEnter { isSkipped = true } : nil
        defer { key?.cancel() }
        agent.session.turn { result != nil || isSkipped }
        guard !isSkipped else {
            _ = readLine()
            return nil
        }
        guard let result else { throw Self.lost }
        return try read(result)
    }

    private static let lost = CommandError("The connection to the bus was lost.", status: .agentUnreachable)

    private func watchEnter(_ body: @escaping () -> Void) -> Watch? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        return try? agent.session.reactor.watch(FileDescriptor(rawValue: STDIN_FILENO), for: .readable) { _ in body() }
    }

    private func read(_ result: AgentReply<HeadsetPress>) throws(CommandError) -> Answer {
        if case .failure(let error) = result, let code = ReasonCode(errorName: error.cause.name) {
            throw CommandError(translated("The headset cannot be tried: \(Reason(code))"))
        }
        let answer = try agent.content(of: result)
        var press: (RemoteControlSubtype, Duration)?
        if let command = RemoteControlSubtype(word: answer.command), let time = answer.time {
            press = (command, .microseconds(Int64(clamping: time)))
        }
        return Answer(device: answer.device, section: answer.section, press: press)
    }
}
