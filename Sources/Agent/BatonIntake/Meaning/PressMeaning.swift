// SPDX-License-Identifier: Apache-2.0

import BatonButtons
package import BatonEvents
import BatonMPRIS
package import BatonRouting
package import BatonSettings
import BatonValues

/// What a press of a Bluetooth headset means, whether it comes through BlueZ or from an event node: what was sent, what
/// the user's file says of the device, or nothing (rules I50 to I54).
@MainActor
package final class PressMeaning {
    /// Called with each press, the number of its input, and what the file says of its device, before it goes along the
    /// chain; true keeps it from that.
    package var onPress: ((RemoteControlSubtype, _ input: Int, _ wear: ButtonChoice) -> Bool)?

    /// Called first with each press; true keeps it from everything else (rule I55).
    var onTrial: ((RemoteControlSubtype, [PressingDevice], Input, Duration) -> Bool)?
    /// What a press means that only one device can have sent, and whether the first player plays (rule I56).
    struct Meant {
        let command: RemoteControlSubtype
        let device: PressingDevice
        let isPlaying: Bool?
        let instant: Duration
    }

    private var observers = Observers<Meant>()

    private let window: MediaWindow
    private var rules = DeviceRules([:])
    private var headset = Configuration.Headset()
    private var playsOnConnect = false
    /// When each input sent last what no device sends by itself, by its number; for as long as that counts.
    private var pressed: [Int: Duration] = [:]

    /// How long after its connecting a device's Play is its own (rule I53). A larger value ignores more presses of people.
    static let connecting = Duration.seconds(5)

    package init(window: MediaWindow) {
        self.window = window
    }

    package func apply(_ configuration: Configuration) {
        rules = DeviceRules(configuration.devices)
        headset = configuration.headset
        playsOnConnect = configuration.bluetooth.playsOnConnect
    }

    /// Adds an observer, which is called after those before it.
    func observe(_ observer: @escaping (Meant) -> Void) -> Observation { observers.observe(observer) }

    /// The command that a press means.
    ///
    /// - Parameter devices: those that it may be from. What the file says counts only if it says it of all of them.
    /// - Returns: nil for a press that does nothing.
    func meant(
        _ command: RemoteControlSubtype, by devices: [PressingDevice], from input: Input, at instant: Duration
    ) -> RemoteControlSubtype? {
        if onTrial?(command, devices, input, instant) == true {
            input.drop(command, at: instant)
            return nil
        }
        let rules = devices.isEmpty ? [self.rules.rule(for: "")] : devices.map { self.rules.rule(forOneOf: $0.names) }
        let beliefs = rules.map { headset.belief($0) }
        let belief = beliefs.allSatisfy { $0 == beliefs[0] } ? beliefs[0] : .sent
        let meant = command.meant(by: belief, isPlaying: isFirstPlaying)
        if devices.count == 1 {
            observers.tell(Meant(command: meant, device: devices[0], isPlaying: isFirstPlaying, instant: instant))
        }
        if isOfConnecting(meant, devices, from: input, at: instant)
            || onPress?(meant, input.number, Self.wear(rules)) == true
            || meant == .pause && isAtRest
        {
            input.drop(command, at: instant)
            return nil
        }
        return meant
    }

    /// The section of a device in the user's file; nil without one.
    func section(of device: PressingDevice) -> String? { rules.section(forOneOf: device.names) }

    /// Whether the file leaves it to Baton what Play and Pause of a device mean.
    func isUndecided(_ names: [String]) -> Bool {
        let rule = rules.rule(forOneOf: names)
        return headset.belief(rule) == .sent && rule?.wear ?? .auto == .auto
    }

    /// Whether a device that has just connected starts to play by itself (rule I53). After another press it is a person who
    /// does.
    private func isOfConnecting(
        _ command: RemoteControlSubtype, _ devices: [PressingDevice], from input: Input, at instant: Duration
    ) -> Bool {
        guard command == .play || command == .togglePlayPause else {
            pressed = pressed.filter { instant - $0.value <= Self.connecting }
            pressed[input.number] = instant
            return false
        }
        guard !playsOnConnect else { return false }
        let other = pressed[input.number] ?? .zero
        return devices.contains { device in
            device.connectedAt.map { instant - $0 <= Self.connecting && other < $0 } ?? false
        }
    }

    /// One device that feels whether it is worn is enough: a press too few is better than music by itself (rule I50).
    private static func wear(_ rules: [Configuration.DeviceRule?]) -> ButtonChoice {
        if rules.contains(where: { $0?.wear == .yes }) { return .yes }
        return rules.allSatisfy { $0?.wear == .no } ? .no : .auto
    }

    /// Whether the responder that gets the next command plays; nil if that is not known.
    private var isFirstPlaying: Bool? {
        (window.orderedResponders.first as? PlayerResponder)?.player.status.map { $0 == .playing }
    }

    /// Whether no player plays, so that a Pause has no effect. It is not sent then: some players take it for a toggle.
    private var isAtRest: Bool {
        isFirstPlaying == false
            && !window.orderedResponders.contains { window.order.entry($0.id)?.isPlaying ?? false }
    }
}
