// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor

/// Finds the players that only stand for another one, by the process behind them.
///
/// BlueZ's mpris-proxy publishes the headset itself as a player: a Play routed there would come back as the next press. And
/// what plasma-browser-integration publishes names the browser it stands for (`kde:pid`), which has a player of its own.
///
/// What is known belongs to a connection, which may own the names of several players; it is forgotten with the last of them.
@MainActor
final class StandIns {
    /// What is known of one connection.
    private struct Owner {
        /// The names of its players.
        var players: Set<BusName> = []
        /// Its process; nil until the bus has told.
        var process: UInt32?
        /// Whether it is mpris-proxy.
        var isProxy = false
        /// The processes that its players stand for, by the name of the player.
        var integrated: [BusName: UInt32] = [:]
    }

    private let connection: Connection
    private var owners: [BusName: Owner] = [:]
    /// Called when a player may be hidden that was not, or the other way round.
    var onChange: (() -> Void)?

    init(connection: Connection) {
        self.connection = connection
    }

    /// Whether the player is hidden behind another one, or is no player at all.
    func hides(_ player: Player) -> Bool {
        guard let owner = owners[player.owner] else { return false }
        if owner.isProxy { return true }
        guard let process = owner.process else { return false }
        return owners.contains { $0.key != player.owner && $0.value.integrated.values.contains(process) }
    }

    func appeared(_ player: Player) {
        let name = player.owner
        let isNew = owners[name] == nil
        owners[name, default: Owner()].players.insert(player.name)
        guard isNew else { return }
        connection.connectionProcessID(of: name) { [weak self] result in
            // The connection may have gone, or have no player any more.
            guard let self, case .success(let process) = result, var owner = owners[name] else { return }
            owner.process = process
            owner.isProxy = Self.command(of: process) == "mpris-proxy"
            owners[name] = owner
            if owner.isProxy || owners.values.contains(where: { !$0.integrated.isEmpty }) { onChange?() }
        }
    }

    func metadataChanged(_ player: Player) {
        let process = player.metadata.kdeProcessID
        guard owners[player.owner] != nil, owners[player.owner]?.integrated[player.name] != process else { return }
        owners[player.owner]?.integrated[player.name] = process
        onChange?()
    }

    /// The player is gone from this owner: it left, or its name is another's now.
    func vanished(_ player: Player, from owner: BusName) {
        guard owners[owner]?.players.remove(player.name) != nil else { return }
        let hid = owners[owner]?.integrated.removeValue(forKey: player.name) != nil
        if owners[owner]?.players.isEmpty == true { owners[owner] = nil }
        if hid { onChange?() }
    }

    /// The name of a process's program, at most 15 bytes of it.
    private static func command(of process: UInt32) -> String? {
        ProcessFiles(of: process)?.command
    }
}
