// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A batond, and a bluetoothd with one headset that is connected.
final class HeadsetScene {
    let stage: AgentStage
    let bluez: FakeBluez
    let device: ObjectPath
    private var players: [StagePlayer] = []

    init(_ settings: [String] = [], state: String? = nil) throws {
        stage = try AgentStage(nil, hasSystemBus: true)
        if let state { stage.folder.write(state, to: ".local/state/baton/state") }
        try stage.startAgent(settings)
        try stage.settleAgent()
        bluez = FakeBluez(on: try stage.connect())
        device = try bluez.pair("Buds", isConnected: true)
        bluez.appear()
        let bluez = bluez
        try #require(stage.turn { bluez.players["hci0"] != nil })
    }

    /// Adds a player. The headset is shown its status when this returns.
    func player(_ name: String, _ status: String) throws -> StagePlayer {
        let player = try stage.player(name, status)
        players.append(player)
        try settle()
        return player
    }

    /// Changes a player's status, and waits until the agent has shown it to the headset.
    func set(_ player: StagePlayer, _ status: String) throws {
        try stage.set(player, status)
        let bluez = bluez
        try #require(stage.turn { bluez.sees("PlaybackStatus") == status })
    }

    /// Presses buttons; what the agent did by them has reached the players when this returns.
    func press(_ buttons: MemberName...) throws {
        for button in buttons {
            try bluez.press(button)
            try settle()
        }
    }

    /// Runs batonctl, and returns its exit status and what it printed.
    func batonctl(_ arguments: String...) throws -> (status: Int32?, printed: String) {
        try stage.batonctl(arguments)
    }

    /// All that was sent on both buses has had its effect on the agent and on each player.
    func settle() throws {
        try stage.settle(bluez.connection)
        // The agent has read all presses: it reads the system's bus apart from the user's.
        for player in bluez.players.values {
            _ = try stage.stage.call(
                player.owner, player.path, "org.freedesktop.DBus.Peer", "Ping", from: bluez.connection)
        }
        for _ in 0..<2 { try stage.settleAgent() }
        for player in players { try stage.settle(player.connection) }
    }
}
