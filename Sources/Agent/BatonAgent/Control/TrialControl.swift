// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonReactor
import BatonValues

/// `TryHeadset()` of org.baton.Baton1.Application: one program at a time tries one Bluetooth headset (rule I55).
///
/// The trial lasts as long as the caller calls again, and ends when the caller leaves the bus.
@MainActor
final class TrialControl: ControlMembers {
    private let connection: Connection
    private let trial: BluetoothTrial
    private let reactor: Reactor
    private var observation: Observation?
    private var caller: BusName?
    private var device = ""
    private var headset: BluetoothTrial.Headset?
    private var callerWatch: NameWatch?
    private var longestTimer: ReactorTimer?
    /// Ends the wait of a call, or the pause between two calls.
    private var timer: ReactorTimer?
    private var waiting: TypedCall<HeadsetPress>?

    /// The longest time that a call waits, in seconds.
    private static let longestWait: UInt32 = 60
    /// The longest trial: until then the headset's presses do nothing else.
    private static let longest = Duration.seconds(300)
    /// How long after an answer the next call must come. A larger value leaves the headset longer to a program that hangs.
    private static let pause = Duration.seconds(10)
    /// The longest name, in bytes.
    private static let longestName = 255

    init(connection: Connection, trial: BluetoothTrial, reactor: Reactor) {
        self.connection = connection
        self.trial = trial
        self.reactor = reactor
        observation = trial.observe { [weak self] change in
            switch change {
            case .press: self?.answer()
            case .ended(let reason): self?.close()?.fail(Self.error(reason))
            case .shown: break
            }
        }
    }

    var methods: [Method] {
        [
            ApplicationInterface.tryHeadset.served { [weak self] call, arguments in
                let (device, isPlaying, seconds) = arguments
                self?.call(device, isPlaying, seconds, call)
            }
        ]
    }

    private func call(
        _ device: String, _ isPlaying: Bool, _ seconds: UInt32, _ call: TypedCall<HeadsetPress>
    ) {
        guard device.utf8.count <= Self.longestName, seconds <= Self.longestWait else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "a name has \(Self.longestName) bytes, and a call waits for \(Self.longestWait) seconds at most"
                ))
        }
        guard caller == nil || caller == call.sender else {
            return call.fail(DBusError(.limitsExceeded, "Another program is testing a headset already."))
        }
        guard waiting == nil else {
            return call.fail(DBusError(.limitsExceeded, "your last call still waits for a press"))
        }
        if let reason = begin(device, isPlaying, call.sender) { return call.fail(Self.error(reason)) }
        waiting = call
        schedule(.seconds(Int64(clamping: seconds))) { [weak self] in self?.answer(isLate: true) }
        answer(isLate: seconds == 0)
    }

    /// Begins a trial, or shows the headset of the one that lasts another status.
    ///
    /// - Returns: why it cannot.
    private func begin(_ device: String, _ isPlaying: Bool, _ client: BusName) -> Reason? {
        guard caller == nil || device != self.device else {
            trial.show(isPlaying: isPlaying)
            return nil
        }
        close()
        do throws(Reason) {
            headset = try trial.begin(device, isPlaying: isPlaying)
        } catch {
            return error
        }
        self.device = device
        caller = client
        longestTimer = reactor.schedule(after: Self.longest, tolerance: .seconds(1)) { [weak self] in
            self?.close()?.fail(DBusError(.timeout, "The test took too long."))
        }
        callerWatch = connection.watchName(client) { [weak self] owner in
            if owner == nil { self?.close() }
        }
        return nil
    }

    /// Answers the call that waits, if a press has come or its time is over.
    private func answer(isLate: Bool = false) {
        guard let call = waiting, let headset else { return }
        let press = trial.next()
        guard press != nil || isLate else { return }
        waiting = nil
        schedule(Self.pause) { [weak self] in self?.close() }
        call.reply(
            HeadsetPress(
                device: headset.name.cleaned(), section: headset.section.cleaned(),
                command: press?.command.configurationName ?? "",
                time: UInt64(clamping: press?.at.microseconds ?? 0)))
    }

    private func schedule(_ delay: Duration, _ body: @escaping () -> Void) {
        timer?.cancel()
        timer = reactor.schedule(after: delay, tolerance: .milliseconds(50), handler: body)
    }

    /// Ends the trial.
    ///
    /// - Returns: the call that waits.
    @discardableResult
    private func close() -> TypedCall<HeadsetPress>? {
        let call = waiting
        waiting = nil
        caller = nil
        headset = nil
        callerWatch?.cancel()
        callerWatch = nil
        longestTimer?.cancel()
        timer?.cancel()
        trial.end()
        return call
    }

    private static func error(_ reason: Reason) -> DBusError {
        DBusError(reason.code.errorName, reason.description)
    }
}
