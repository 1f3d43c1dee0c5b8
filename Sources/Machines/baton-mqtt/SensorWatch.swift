// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonReactor
import BatonValues

/// The shakes of this machine, and how it is held.
///
/// It wakes this process for each event of batond's, and is made only where somebody is told of them. No sensor is switched on for it.
final class SensorWatch {
    /// Called when the orientation may have changed.
    var onChange: (() -> Void)?
    /// Called after each shake.
    var onShake: (() -> Void)?

    private let watch: AgentWatch
    private var observation: Observation?
    private var match: Match?

    init(_ agent: RemoteAgent) {
        watch = AgentWatch(agent, following: [.motion])
        observation = watch.observe { [weak self] in self?.changed($0) }
        match = agent.connection.addMatch(
            MatchRule(
                sender: BatonBus.name, path: BatonBus.path, interface: ApplicationInterface.name,
                member: ApplicationInterface.event.name)
        ) { [weak self] in self?.received($0) }
    }

    deinit {
        match?.cancel()
        // Else batond would wake this process for each event, as long as it lives.
        monitor(false)
    }

    /// Whether the machine has an accelerometer, as the last batond said.
    private(set) var hasAccelerometer = false

    /// How the machine is held, as a word of the interface; nil without an accelerometer.
    var orientation: String? {
        hasAccelerometer ? watch.state[MotionInterface.orientation] ?? "undefined" : nil
    }

    private func changed(_ change: AgentWatch.Change) {
        // A batond that has just come knows of no monitor.
        if case .arrived = change { monitor(true) }
        if let capabilities = watch.state[MotionInterface.capabilities] {
            hasAccelerometer = capabilities.contains("accelerometer")
        }
        onChange?()
    }

    private func monitor(_ isOn: Bool) {
        watch.agent.call(ApplicationInterface.monitor, isOn, within: .seconds(5), startsAgent: false) { _ in }
    }

    private func received(_ message: Message) {
        guard let owner = watch.owner, message.sender == owner,
            let event = ApplicationInterface.event.arguments(of: message), event.0 == Self.shake,
            event.2.hasSuffix(Self.ended)
        else { return }
        onShake?()
    }

    /// The subtype of a shake, and its phase: one that is cancelled was none.
    private static let shake: UInt32 = 1
    private static let ended = " shake-ended"
}
