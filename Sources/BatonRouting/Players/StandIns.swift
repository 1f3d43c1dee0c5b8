// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor

/// Finds players that only stand for another player, by their process.
///
/// BlueZ's mpris-proxy publishes the headset itself as a player: a Play that is routed to it would come back as a
/// press. plasma-browser-integration publishes a player with the process of its browser (`kde:pid`), which has a player
/// too.
///
/// Facts are kept for each connection, which may own the names of several players, until its last player is gone.
@MainActor
final class StandIns {
    /// The facts about one connection.
    private struct Owner {
        /// The names of its players.
        var players: Set<BusName> = []
        /// Its process; nil until the bus has answered.
        var process: UInt32?
        /// Whether it is mpris-proxy.
        var isProxy = false
        /// The processes that its players stand for, by the name of the player.
        var integrated: [BusName: UInt32] = [:]
    }

    private let connection: Connection
    private var owners: [BusName: Owner] = [:]
    /// Called when the result of ``hides(_:)`` may have changed for a player.
    var onChange: (() -> Void)?
    /// Called when the process of a connection is known, with its players.
    var onProcess: ((Set<BusName>) -> Void)?

    init(connection: Connection) {
        self.connection = connection
    }

    /// Whether the player only stands for another player, or for a headset.
    func hides(_ player: Player) -> Bool {
        guard let owner = owners[player.owner] else { return false }
        if owner.isProxy { return true }
        guard let process = owner.process else { return false }
        return owners.contains { $0.key != player.owner && $0.value.integrated.values.contains(process) }
    }

    /// Whether the player is a headset, which mpris-proxy shows as one.
    func isProxy(_ player: Player) -> Bool { owners[player.owner]?.isProxy ?? false }

    /// The process of the player's connection; nil until the bus has answered.
    func process(of player: Player) -> UInt32? { owners[player.owner]?.process }

    /// The process that the player stands for; nil if it stands for itself.
    func integratedProcess(of player: Player) -> UInt32? { owners[player.owner]?.integrated[player.name] }

    func appeared(_ player: Player) {
        let name = player.owner
        let isNew = owners[name] == nil
        owners[name, default: Owner()].players.insert(player.name)
        guard isNew else { return }
        connection.connectionProcessID(of: name) { [weak self] result in
            // The connection may have left, or may own no player any more.
            guard let self, case .success(let process) = result, var owner = owners[name] else { return }
            owner.process = process
            owner.isProxy = Self.command(of: process) == "mpris-proxy"
            owners[name] = owner
            onProcess?(owner.players)
            if owner.isProxy || owners.values.contains(where: { !$0.integrated.isEmpty }) { onChange?() }
        }
    }

    func metadataChanged(_ player: Player) {
        let process = player.metadata.kdeProcessID
        guard owners[player.owner] != nil, owners[player.owner]?.integrated[player.name] != process else { return }
        owners[player.owner]?.integrated[player.name] = process
        onChange?()
    }

    /// Removes a player of a connection: it left, or its name has another owner now.
    func vanished(_ player: Player, from owner: BusName) {
        guard owners[owner]?.players.remove(player.name) != nil else { return }
        let hid = owners[owner]?.integrated.removeValue(forKey: player.name) != nil
        if owners[owner]?.players.isEmpty == true { owners[owner] = nil }
        if hid { onChange?() }
    }

    /// The name of a process's program, of which the kernel keeps at most 15 bytes.
    private static func command(of process: UInt32) -> String? {
        ProcessFiles(of: process)?.command
    }
}
