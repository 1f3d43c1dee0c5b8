// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
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
    private let directory: PlayerDirectory
    private let bootTime: () -> Duration
    private var source = RemoteControlSource()
    /// The callers that wait for an effect; made with the first one.
    private var waits: EffectWaits?
    private var isClosed = false

    /// - Parameter bootTime: CLOCK_BOOTTIME.
    init(
        _ intake: CommandIntake, _ directory: PlayerDirectory, monitors: MonitorRegistry, reactor: Reactor,
        bootTime: @escaping () -> Duration
    ) {
        self.bootTime = bootTime
        self.intake = intake
        self.directory = directory
        self.monitors = monitors
        self.reactor = reactor
    }

    /// The bus is lost: the seeking that its clients began is over (rule C3).
    func busLost() {
        _ = source.disconnect()
        waits?.endAll()
    }

    /// The agent ends: no caller waits for an effect any more.
    func close() {
        isClosed = true
        waits?.endAll()
    }

    var methods: [Method] {
        [
            ApplicationInterface.sendRemoteControlEvent.served { [weak self] in self?.send($1, $0) },
            ApplicationInterface.performRemoteControlEvent.served { [weak self] in self?.perform($1, $0) },
            ApplicationInterface.performRemoteControlEventBefore.served { [weak self] call, arguments in
                guard let self, bootTime() <= .microseconds(arguments.1) else {
                    return call.fail(DBusError(.timeout, "the instant is over until which the event counts"))
                }
                perform(arguments.0, call)
            },
            ApplicationInterface.monitor.served { [weak self] call, isOn in
                call.answer { () throws(DBusError) in try self?.monitors.set(isOn, for: call.sender) }
            },
        ]
    }

    var signals: [Signal] { [ApplicationInterface.event.served] }

    var properties: [Property] { [ApplicationInterface.version.served { BatonBus.version }] }

    private func send(_ number: UInt32, _ call: TypedCall<(Bool, String)>) {
        submit(number, from: call.sender, awaitsEffect: false) { result in
            call.answer { () throws(DBusError) in
                let (isHandled, responder, _) = try result.get()
                return (isHandled, responder)
            }
        }
    }

    private func perform(_ number: UInt32, _ call: TypedCall<(Bool, String, Bool)>) {
        submit(number, from: call.sender, awaitsEffect: true) { result in
            call.answer { () throws(DBusError) in try result.get() }
        }
    }

    private func submit(
        _ number: UInt32, from sender: BusName, awaitsEffect: Bool,
        _ then: @escaping (Result<(Bool, String, Bool), DBusError>) -> Void
    ) {
        guard let subtype = RemoteControlSubtype(rawValue: Int(clamping: number)) else {
            return then(
                .failure(
                    DBusError(
                        .invalidArguments,
                        "there is no remote-control event subtype \(number); they are 100 (play) to 109 (end seeking forward)"
                    )))
        }
        var wellFormed = source.receive(subtype, at: reactor.now)
        // A second beginning, or an end without a beginning (rule C3).
        guard wellFormed.popLast() != nil else { return then(.success((false, "", true))) }
        for end in wellFormed { intake.submit(end, input: .control, sender: sender) { _ in } }
        let receipt = awaitsEffect ? PlayerReceipt(subtype) : nil
        intake.submit(subtype, input: .control, sender: sender, receipt: receipt) { [weak self] outcome in
            switch outcome {
            case .handled(let id):
                guard let self, let receipt, !isClosed else { return then(.success((true, id.rawValue, true))) }
                makeWaits().wait(for: receipt, subtype) { then(.success((true, id.rawValue, $0))) }
            case .unhandled: then(.success((false, "", true)))
            case .timedOut(let id): then(.failure(.timedOut(id)))
            case .failed(_, let error): then(.failure(error))
            }
        }
    }

    private func makeWaits() -> EffectWaits {
        if let waits { return waits }
        let new = EffectWaits(directory: directory, reactor: reactor)
        waits = new
        return new
    }
}
