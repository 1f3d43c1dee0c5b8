// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The players of each process that are one player to the user (rule MPRIS83): the one that its engine made, which has the
/// number of the process in its name, and those of one name, on different connections.
///
/// It is kept up to date with each player, because there may be hundreds in one process, and each is asked about often.
struct Twins {
    /// Players with their connections.
    private typealias Players = [BusName: BusName]

    private struct Process {
        /// All but those on other devices, of which one process has several.
        var all: Players = [:]
        /// Those with the number of the process in their name.
        var ofEngine: Players = [:]
        /// Those of all by what their names have in common. Arrays, because nearly all have one member.
        var byName: [String: [BusName]] = [:]
    }

    private var processes: [UInt32: Process] = [:]

    /// Notes a player whose process is known.
    mutating func insert(_ player: BusName, of connection: BusName, in process: UInt32) {
        let id = ResponderID(player.rawValue)
        guard !id.isOnAnotherDevice else { return }
        let before = processes[process, default: Process()].all.updateValue(connection, forKey: player)
        if before == nil { processes[process]?.byName[id.baseName, default: []].append(player) }
        if Self.isOfEngine(player, process) { processes[process]?.ofEngine[player] = connection }
    }

    /// Notes that a player has left.
    mutating func remove(_ player: BusName, in process: UInt32) {
        guard processes[process]?.all.removeValue(forKey: player) != nil else { return }
        let name = ResponderID(player.rawValue).baseName
        processes[process]?.ofEngine[player] = nil
        processes[process]?.byName[name]?.removeAll { $0 == player }
        if processes[process]?.byName[name]?.isEmpty == true { processes[process]?.byName[name] = nil }
        if processes[process]?.all.isEmpty == true { processes[process] = nil }
    }

    /// Whether a player that was noted has a twin on another connection.
    func contains(_ player: BusName, in process: UInt32) -> Bool {
        guard let players = processes[process], let connection = players.all[player] else { return false }
        func isElsewhere(_ players: Players) -> Bool { players.contains { $0.value != connection } }
        if players.ofEngine[player] != nil { return isElsewhere(players.all) }
        let namesakes = players.byName[ResponderID(player.rawValue).baseName] ?? []
        return isElsewhere(players.ofEngine) || namesakes.contains { players.all[$0] != connection }
    }

    private static func isOfEngine(_ player: BusName, _ process: UInt32) -> Bool {
        player.rawValue.hasSuffix(".instance\(process)")
    }
}
