// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents

/// A client that sends commands and other calls, as playerctl and batonctl do.
final class SimulatedCaller: Peer {
    static let face: BusName = "org.mpris.MediaPlayer2.playerctld"
    static let buttons: [MemberName] = ["Play", "Pause", "Stop", "PlayPause", "Next", "Previous"]

    func press(_ button: MemberName, then: @escaping (Result<Message, DBusError>) -> Void = { _ in }) {
        call(Self.face, SimulatedPlayer.path, SimulatedPlayer.player, button, then: then)
    }

    func face(_ interface: InterfaceName, _ member: MemberName, _ values: [Value] = []) {
        call(Self.face, SimulatedPlayer.path, interface, member, values)
    }

    func send(_ subtype: RemoteControlSubtype) {
        control("SendRemoteControlEvent", [.uint32(UInt32(subtype.rawValue))])
    }

    func control(
        _ member: MemberName, _ values: [Value] = [], then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        call(SimulatedApp.agent, SimulatedApp.agentPath, SimulatedApp.interface, member, values, then: then)
    }

    /// Sends replies to calls that were made to other connections.
    func forge(to victim: BusName, serials: ClosedRange<UInt32>, _ values: [Value]) {
        for serial in serials {
            guard isThere, let answer = try? Message.forgedAnswer(to: victim, serial: serial, values) else { return }
            _ = transport.send(answer)
        }
    }
}
