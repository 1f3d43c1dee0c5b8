// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonSession

/// Finds players that stand for something else, and those that are one player to the user, by their processes.
///
/// BlueZ's mpris-proxy publishes the headset itself as a player: a Play that is routed to it would come back as a
/// press. plasma-browser-integration publishes a player with the process of its browser (`kde:pid`), which has a player
/// too. A browser may have a player for each window (rule I94).
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
        /// The scope of the application that the process belongs to; nil if it has none of its own.
        var scope: String?
        /// Whether it is mpris-proxy.
        var isProxy = false
        /// Whether the process is in a sandbox.
        var confinement = PlayerConfinement.unknown
        /// The processes that its players stand for, by the name of the player.
        var integrated: [BusName: UInt32] = [:]
    }

    private let connection: Connection
    private var owners: [BusName: Owner] = [:]
    /// The connections of each process. It and the next one are kept because there may be hundreds of players, and each asks
    /// for its group often.
    private var connections: [UInt32: Set<BusName>] = [:]
    /// How many players stand for each process.
    private var integrations: [UInt32: Int] = [:]
    /// Called when the result of ``isProxy(_:)`` or ``group(of:)`` may have changed for a player.
    var onChange: (() -> Void)?
    /// Called when the process of a connection is known, with its players.
    var onProcess: ((Set<BusName>) -> Void)?

    init(connection: Connection) {
        self.connection = connection
    }

    /// What the player has in common with those that are one player with it: the process of a browser, or the application
    /// that its processes belong to. Nil for a player of its own, and while its process is not known.
    func group(of player: Player) -> String? {
        guard let own = owners[player.owner], let process = own.integrated[player.name] ?? own.process else {
            return nil
        }
        let isOne = own.integrated[player.name] != nil || player.isBrowser
        guard isOne || isIntegrated(process) else { return nil }
        let main = connections[process]?.lazy.compactMap { self.owners[$0] }.first { $0.scope != nil }
        guard let main, let scope = main.scope, let name = main.players.map(\.rawValue).min() else {
            return "\(process)"
        }
        // Two browsers that were started from one terminal are in its scope.
        return "\(scope) \(ResponderID(name).baseName)"
    }

    /// Whether another player stands for a process.
    private func isIntegrated(_ process: UInt32) -> Bool { integrations[process] != nil }

    /// Whether the player stands for another process than its own.
    func isIntegration(_ player: Player) -> Bool { owners[player.owner]?.integrated[player.name] != nil }

    /// Whether the player is a headset, which mpris-proxy shows as one.
    func isProxy(_ player: Player) -> Bool { owners[player.owner]?.isProxy ?? false }

    /// The process of the player's connection; nil until the bus has answered.
    func process(of player: Player) -> UInt32? { owners[player.owner]?.process }

    /// Whether the player's process is in a sandbox.
    func confinement(of player: Player) -> PlayerConfinement { owners[player.owner]?.confinement ?? .unknown }

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
            let files = ProcessFiles(of: process)
            owner.isProxy = files?.command == "mpris-proxy"
            owner.confinement = SandboxedProcess.confines(files) ? .sandboxed(process) : .free
            // Only browsers have several processes with players.
            if owner.players.contains(where: \.isOfBrowser) { owner.scope = files?.applicationScope }
            owners[name] = owner
            connections[process, default: []].insert(name)
            onProcess?(owner.players)
            if owner.isProxy || isIntegrated(process) { onChange?() }
        }
    }

    func metadataChanged(_ player: Player) {
        let process = player.metadata.kdeProcessID
        guard owners[player.owner] != nil, owners[player.owner]?.integrated[player.name] != process else { return }
        integrate(player.name, of: player.owner, process)
        onChange?()
    }

    /// Notes the process that a player stands for; nil for none.
    ///
    /// - Returns: whether it stood for one before.
    @discardableResult
    private func integrate(_ player: BusName, of owner: BusName, _ process: UInt32?) -> Bool {
        let former = owners[owner]?.integrated[player]
        owners[owner]?.integrated[player] = process
        if let former {
            let count = integrations[former, default: 1] - 1
            integrations[former] = count > 0 ? count : nil
        }
        if let process { integrations[process, default: 0] += 1 }
        return former != nil
    }

    /// Removes a player of a connection: it left, or its name has another owner now.
    func vanished(_ player: Player, from owner: BusName) {
        guard owners[owner]?.players.remove(player.name) != nil else { return }
        let hid = integrate(player.name, of: owner, nil)
        if owners[owner]?.players.isEmpty == true {
            if let process = owners.removeValue(forKey: owner)?.process {
                connections[process]?.remove(owner)
                if connections[process]?.isEmpty == true { connections[process] = nil }
            }
        }
        if hid { onChange?() }
    }
}
