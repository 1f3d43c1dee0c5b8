// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS

/// Builds the method calls that go to a player, always to the process that owns its name now.
enum PlayerCall {
    static func transport(_ method: TransportMethod, to player: Player) -> Message {
        Message.methodCall(to: player.owner, path: MPRIS.objectPath, interface: MPRIS.playerInterface, member: member(method))
    }

    static func seek(by offset: Int64, in player: Player) -> Message {
        let message = Message.methodCall(
            to: player.owner, path: MPRIS.objectPath, interface: MPRIS.playerInterface, member: "Seek")
        message.append(offset)
        return message
    }

    /// The same call that a caller made on one of our faces, word for word, for the player.
    static func copy(of call: Message, to player: Player) throws(DBusError) -> Message {
        try Message.methodCall(copying: call, to: player.owner)
    }

    private static func member(_ method: TransportMethod) -> MemberName {
        switch method {
        case .play: "Play"
        case .pause: "Pause"
        case .playPause: "PlayPause"
        case .stop: "Stop"
        case .next: "Next"
        case .previous: "Previous"
        }
    }
}
