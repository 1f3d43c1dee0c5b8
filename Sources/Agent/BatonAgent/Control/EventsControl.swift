// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonIntake
import BatonReactor
import BatonRouting
import BatonSession

/// Events of callers on the bus, and the monitors that are told of each event.
@MainActor
final class EventsControl: ControlMembers, AgentPart {
    private let intake: CommandIntake
    private let monitors: MonitorRegistry
    private let reactor: Reactor
    private var source = RemoteControlSource()

    init(intake: CommandIntake, monitors: MonitorRegistry, reactor: Reactor) {
        self.intake = intake
        self.monitors = monitors
        self.reactor = reactor
    }

    /// The bus is lost: the seeking that its clients began is over (rule C3).
    func busLost() {
        _ = source.disconnect()
    }

    var methods: [Method] {
        [
            ApplicationInterface.sendRemoteControlEvent.served { [weak self] in self?.send($1, $0) },
            ApplicationInterface.monitor.served { [weak self] call, isOn in
                call.answer { () throws(DBusError) in try self?.monitors.set(isOn, for: call.sender) }
            },
        ]
    }

    var signals: [Signal] { [ApplicationInterface.event.served] }

    var properties: [Property] { [ApplicationInterface.version.served { BatonBus.version }] }

    private func send(_ number: UInt32, _ call: TypedCall<(Bool, String)>) {
        guard let subtype = RemoteControlSubtype(rawValue: Int(clamping: number)) else {
            call.fail(
                DBusError(
                    .invalidArguments,
                    "there is no remote-control event subtype \(number); they are 100 (play) to 109 (end seeking forward)"
                ))
            return
        }
        var wellFormed = source.receive(subtype, at: reactor.now)
        // A second beginning, or an end without a beginning (rule C3).
        guard wellFormed.popLast() != nil else { return call.reply((false, "")) }
        for end in wellFormed { intake.submit(end, input: .control, sender: call.sender) { _ in } }
        intake.submit(subtype, input: .control, sender: call.sender) { outcome in
            switch outcome {
            case .handled(let id): call.reply((true, id.rawValue))
            case .unhandled: call.reply((false, ""))
            case .timedOut(let id): call.fail(.timedOut(id))
            case .failed(_, let error): call.fail(error)
            }
        }
    }
}
