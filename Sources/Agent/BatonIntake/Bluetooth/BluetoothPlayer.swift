// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonSession

/// The player object that bluetoothd calls for the buttons of the headsets of one adapter.
///
/// BlueZ calls five methods, never PlayPause, and sets two properties. Its calls are answered although it expects no
/// reply.
@MainActor
final class BluetoothPlayer {
    /// A button was pressed.
    var onCommand: ((RemoteControlSubtype) -> Void)?
    /// The headset set `Shuffle` or `LoopStatus`.
    var onSet: ((_ property: MemberName, _ value: Value) -> Void)?
    /// BlueZ called `Release`: the player is unregistered.
    var onRelease: (() -> Void)?
    /// The unique name of bluetoothd. Calls of any other sender are refused.
    var owner: BusName?
    /// What is shown now. BlueZ does not read it, but the properties can be read.
    var view = BluetoothView()

    private static let commands: [(MemberName, RemoteControlSubtype)] = [
        ("Play", .play), ("Pause", .pause), ("Stop", .stop), ("Next", .nextTrack), ("Previous", .previousTrack),
        ("PlayPause", .togglePlayPause),
    ]

    /// The object to export.
    var object: ExportedObject {
        var methods = Self.commands.map { name, command in
            Method(name) { [weak self] call in self?.admit(call) { $0.onCommand?(command) } }
        }
        methods.append(Method("Release") { [weak self] call in self?.admit(call) { $0.onRelease?() } })
        return ExportedObject(
            interfaces: [
                Interface(
                    PlayerInterface.player.name, methods: methods,
                    properties: [
                        property("Shuffle", "b") { .boolean($0.shuffle) },
                        property("LoopStatus", "s") { .string($0.loop.rawValue) },
                    ])
            ], access: { _ in CallerAccess.only { [weak self] in self?.owner } })
    }

    private func property(
        _ name: MemberName, _ signature: Signature, value: @escaping (BluetoothView) -> Value
    ) -> Property {
        Property(
            name, signature, emitsChange: .value,
            set: { [weak self] new, call in self?.admit(call) { $0.onSet?(name, new) } },
            get: { [weak self] in value(self?.view ?? BluetoothView()) })
    }

    private func admit(_ call: Invocation, _ body: (BluetoothPlayer) -> Void) {
        body(self)
        call.reply()
    }
}
