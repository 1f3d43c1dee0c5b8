// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Glibc

/// The interface `org.baton.FakePlayer`, with which a test controls the player while it runs.
final class ControlObject {
    private let process: FakeProcess
    private let player: PlayerObject

    init(_ process: FakeProcess, _ player: PlayerObject) {
        self.process = process
        self.player = player
    }

    var exported: ExportedObject {
        ExportedObject(interfaces: [
            Interface(
                "org.baton.FakePlayer",
                methods: [
                    // Stops answering, or goes on.
                    method("Hang", ["b"]) { process, _, arguments in
                        process.setHanging(arguments[0].asBool ?? true)
                    },
                    // Sets properties of Player, of any types, and emits PropertiesChanged.
                    method("Change", ["a{sv}"]) { _, player, arguments in
                        player.change((arguments[0].asVardict ?? [:]).map { ($0.key, $0.value) })
                    },
                    // Sets a property without a signal.
                    method("Set", ["s", "v"]) { _, player, arguments in
                        player.silentlySet(arguments[0].asString ?? "", arguments[1].unwrapped)
                    },
                    // Emits PropertiesChanged with invalidated properties.
                    method("Invalidate", ["as"]) { _, player, arguments in
                        player.emit(
                            "org.freedesktop.DBus.Properties", "PropertiesChanged",
                            [.string(PlayerObject.player.rawValue), .vardict([]), arguments[0]])
                    },
                    // Emits a signal with one argument from the player's path.
                    method("Emit", ["s", "s", "v"]) { _, player, arguments in
                        player.emit(
                            try InterfaceName(arguments[0].asString ?? ""), try MemberName(arguments[1].asString ?? ""),
                            [arguments[2].unwrapped])
                    },
                    method("TakeName", ["s"]) { process, _, arguments in
                        try process.takeName(arguments[0].asString ?? "")
                    },
                    method("DropName", ["s"]) { process, _, arguments in
                        process.dropName(arguments[0].asString ?? "")
                    },
                    // Emits this number of PropertiesChanged of Volume.
                    method("Flood", ["u"]) { _, player, arguments in
                        for index in 0..<(arguments[0].asInt64 ?? 0) {
                            player.change([("Volume", .double(Double(index % 100) / 100))])
                        }
                    },
                    method("Die", []) { _, _, _ in _exit(9) },
                    // The calls that the player has received, in order.
                    Method("Calls", out: [Argument("calls", "as")]) { [player] call in
                        call.reply(.strings(player.calls))
                    },
                ])
        ])
    }

    private func method(
        _ name: MemberName, _ input: [Signature],
        _ body: @escaping (FakeProcess, PlayerObject, [Value]) throws -> Void
    ) -> Method {
        Method(name, in: input.map { Argument("argument", $0) }) { [process, player] call in
            do {
                try body(process, player, call.arguments)
                process.turnPlayerUntilIdle()
                call.reply()
            } catch {
                call.fail(DBusError(.invalidArguments, "\(error)"))
            }
        }
    }
}
