// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonMPRIS
import BatonRouting
import BatonSettings

/// The rows about the Bluetooth headsets that are connected, or that no headset is. The others are inputs with rows of their own.
@MainActor
enum DoctorHeadsets {
    /// - Parameter isEnabled: returns whether those that the kernel reports are read.
    static func check(
        _ bluetooth: BluetoothInput, _ inputs: InputRegistry, isEnabled: @escaping () -> Bool,
        player: @escaping () -> String?
    ) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.headset) { [weak bluetooth, weak inputs] in
            rows(
                bluetooth?.headsets ?? [], hasOthers: inputs?.all.contains { $0.kind == .evdev } ?? false,
                isEnabled: isEnabled(), player: player())
        }
    }

    /// The name of the player that gets a press now.
    static func player(_ window: MediaWindow) -> String? {
        window.firstPlayer.map { String(PlayerPattern.withoutPrefix($0.player.name.rawValue)) }
    }

    nonisolated static func rows(
        _ headsets: [(name: String, obstacle: Reason?)], hasOthers: Bool, isEnabled: Bool = true, player: String?
    ) -> [DoctorRow] {
        guard !headsets.isEmpty else {
            guard isEnabled else { return [DoctorRow(.input, DoctorName.headset, .off, .input(.headsetsOff))] }
            return hasOthers ? [] : [DoctorRow(.input, DoctorName.headset, .off, .doctor(.noHeadset))]
        }
        return headsets.map { row($0.name, $0.obstacle, player: player) }
    }

    nonisolated private static func row(_ name: String, _ obstacle: Reason?, player: String?) -> DoctorRow {
        guard let obstacle else {
            var details: Reason.Details = [.device: .text(name)]
            details[.program] = player.map { .text($0) }
            return DoctorRow(.input, DoctorName.headset, .works, .doctor(.headsetConnected, details))
        }
        var details = obstacle.details
        details[.device] = .text(name)
        // A session that is locked gets its buttons back by itself.
        let state: DoctorState = if case .session = obstacle.code { .off } else { .unavailable }
        return DoctorRow(.input, DoctorName.headset, state, Reason(obstacle.code, details))
    }
}
