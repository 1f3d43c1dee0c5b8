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
        /// By what their names have in common.
        var byName: [String: Players] = [:]
    }

    private var processes: [UInt32: Process] = [:]

    /// Notes a player whose process is known.
    mutating func insert(_ player: BusName, of connection: BusName, in process: UInt32) {
        let id = ResponderID(player.rawValue)
        guard !id.isOnAnotherDevice else { return }
        processes[process, default: Process()].all[player] = connection
        processes[process]?.byName[id.baseName, default: [:]][player] = connection
        if Self.isOfEngine(player, process) { processes[process]?.ofEngine[player] = connection }
    }

    /// Notes that a player has left.
    mutating func remove(_ player: BusName, in process: UInt32) {
        guard processes[process]?.all.removeValue(forKey: player) != nil else { return }
        let name = ResponderID(player.rawValue).baseName
        processes[process]?.ofEngine[player] = nil
        processes[process]?.byName[name]?[player] = nil
        if processes[process]?.byName[name]?.isEmpty == true { processes[process]?.byName[name] = nil }
        if processes[process]?.all.isEmpty == true { processes[process] = nil }
    }

    /// Whether a player that was noted has a twin on another connection.
    func contains(_ player: BusName, in process: UInt32) -> Bool {
        guard let players = processes[process], let connection = players.all[player] else { return false }
        func isElsewhere(_ players: Players?) -> Bool { players?.contains { $0.value != connection } ?? false }
        if players.ofEngine[player] != nil { return isElsewhere(players.all) }
        return isElsewhere(players.ofEngine) || isElsewhere(players.byName[ResponderID(player.rawValue).baseName])
    }

    private static func isOfEngine(_ player: BusName, _ process: UInt32) -> Bool {
        player.rawValue.hasSuffix(".instance\(process)")
    }
}
