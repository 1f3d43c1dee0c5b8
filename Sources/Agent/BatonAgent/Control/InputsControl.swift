// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonIntake
import BatonReactor
import BatonRouting
import BatonSettings
import BatonValues

/// `Inputs()`, `Learn()` and `TryHeadset()` of org.baton.Baton1.Application: the inputs of presses, and what is known of a
/// button.
@MainActor
final class InputsControl: ControlMembers {
    private let connection: Connection
    private let inputs: InputRegistry
    private let headset: HeadsetInput
    private let bluetooth: BluetoothInput
    private let evidence: TwoPressEvidence
    private let trial: TrialControl
    private let reactor: Reactor
    private var observation: Observation?
    /// The last command of callers on the bus, which are not inputs in the registry.
    private var lastCall: (command: RemoteControlSubtype, at: Duration)?
    private var lastControl: (command: RemoteControlSubtype, at: Duration)?
    private var learner: TypedCall<LearnedButton>?
    private var timer: ReactorTimer?
    /// Reports that the client that waits has left the bus.
    private var learnerWatch: NameWatch?

    /// The longest time to wait for a button, in seconds.
    private static let longest: UInt32 = 300

    init(
        connection: Connection, inputs: InputRegistry, headset: HeadsetInput, bluetooth: BluetoothInput,
        evidence: TwoPressEvidence, reactor: Reactor
    ) {
        self.connection = connection
        self.inputs = inputs
        self.headset = headset
        self.bluetooth = bluetooth
        self.evidence = evidence
        trial = TrialControl(connection: connection, trial: bluetooth.trial, reactor: reactor)
        self.reactor = reactor
        observation = inputs.observePresses { [weak self] command, input in
            self?.learned(LearnedButton(command, input: input.kind, name: input.name))
        }
    }

    var methods: [Method] {
        [
            ApplicationInterface.inputs.served { [weak self] call, _ in call.reply(self?.reports ?? []) },
            ApplicationInterface.learn.served { [weak self] in self?.learn($1, $0) },
        ] + trial.methods
    }

    /// Notes a command that has an outcome, if it came from a caller on the bus.
    func note(_ event: CommandEvent) {
        guard event.input.isCaller else { return }
        let last = (event.command, event.timestamp)
        if event.input == .control { lastControl = last } else { lastCall = last }
        guard learner != nil else { return }
        learned(LearnedButton(event.command, input: event.input, name: event.sender?.rawValue ?? ""))
    }

    // MARK: Inputs

    private var reports: [InputReport] {
        var reports = [
            report(.mpris, "MPRIS: playerctl, desktops, bars", .listening, lastCall),
            report(.control, "batonctl and scripts", .listening, lastControl),
        ]
        for source in inputs.all {
            reports.append(report(source.kind, source.name, source.state, source.last))
        }
        for name in bluetooth.hints(evidence) {
            reports.append(
                report(.bluetooth, name, .listening, nil, .input(.twoPresses, [.device: .text(name)])))
        }
        return reports
    }

    private func report(
        _ kind: InputKind, _ name: String, _ state: Input.State,
        _ last: (command: RemoteControlSubtype, at: Duration)?, _ hint: Reason? = nil
    ) -> InputReport {
        InputReport(
            kind: kind.rawValue, name: name.cleaned(), state: state.word.rawValue,
            reason: (hint ?? state.reason)?.cleaned, command: last?.command.configurationName ?? "",
            time: UInt64(max(0, last?.at.microseconds ?? 0)))
    }

    // MARK: Learn

    private func learn(_ seconds: UInt32, _ call: TypedCall<LearnedButton>) {
        guard (1...Self.longest).contains(seconds) else {
            return call.fail(
                DBusError(.invalidArguments, "the time to wait is 1 to \(Self.longest) seconds"))
        }
        guard learner == nil else {
            return call.fail(DBusError(.limitsExceeded, "Another program is waiting for a button already."))
        }
        learner = call
        timer = reactor.schedule(
            after: .seconds(Int64(clamping: seconds)), tolerance: .milliseconds(100)
        ) {
            [weak self] in
            self?.giveUp()
        }
        learnerWatch = connection.watchName(call.sender) { [weak self] owner in
            if owner == nil { self?.endLearning() }
        }
        headset.learn { [weak self] in self?.learned($0) }
    }

    private func learned(_ button: LearnedButton) {
        endLearning()?.reply(button.cleaned)
    }

    private func giveUp() {
        endLearning()?.fail(DBusError(.timeout, "No button was pressed."))
    }

    @discardableResult
    private func endLearning() -> TypedCall<LearnedButton>? {
        guard let call = learner else { return nil }
        learner = nil
        learnerWatch?.cancel()
        learnerWatch = nil
        timer?.cancel()
        headset.learn(nil)
        return call
    }
}
