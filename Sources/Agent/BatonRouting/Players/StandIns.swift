// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonProcesses
import BatonSession

/// Finds players that stand for something else, and those that are one player to the user, by their processes.
///
/// BlueZ's mpris-proxy publishes the headset itself as a player: a Play that is routed to it would come back as a
/// press. A phone it publishes as well (``Phones``). plasma-browser-integration publishes a player with the process of its browser (`kde:pid`), which has a player
/// too. A browser may have a player for each window (rule I94). What a program makes of a browser's engine has the engine's
/// player beside its own (rule MPRIS83).
///
/// Facts are kept for each connection, which may own the names of several players, until its last player is gone.
@MainActor
final class StandIns {
    /// The facts about one connection. An object, because a table has two or three places for each of its connections.
    private final class Owner {
        /// The names of its players.
        var players: Set<BusName> = []
        /// Its process; nil until the bus has answered.
        var process: UInt32?
        /// The scope of the application that the process belongs to; nil if it has none of its own.
        var scope: String?
        /// The name of its program, as the kernel has it; nil until the bus has answered.
        var program: String?
        /// Whether it is mpris-proxy.
        var isProxy = false
        /// Whether the process is in a sandbox.
        var confinement = PlayerConfinement.unknown
        /// The processes that its players say they stand for, by the name of the player.
        var claims: [BusName: UInt32] = [:]
        /// Those of the claimed processes that may concern it; see ``StandIns/concerns(_:_:)``.
        var concerns: Set<UInt32> = []
    }

    private let connection: Connection
    private var owners: [BusName: Owner] = [:]
    /// The connections of each process. It and the next one are kept because there may be hundreds of players, and each asks
    /// for its group often.
    private var connections: [UInt32: Set<BusName>] = [:]
    /// The players that say they stand for a process, with their connections.
    private var claimants: [UInt32: [BusName: BusName]] = [:]
    /// The players that are one player with others of their process.
    private var twins = Twins()
    /// The phones; nil until one has come.
    var phones: Phones?
    /// Called when the result of ``isProxy(_:)`` or ``group(of:)`` may have changed for a player.
    var onChange: (() -> Void)?
    /// Called when the process of a connection is known, with its players.
    var onProcess: ((Set<BusName>) -> Void)?

    init(connection: Connection) {
        self.connection = connection
    }

    /// What the player has in common with those that are one player with it: the process of a browser, the process of which
    /// they are all players, or the application that its processes belong to. Nil for a player of its own, and while its
    /// process is not known.
    func group(of player: Player) -> String? {
        let integrated = integratedProcess(of: player)
        guard let process = integrated ?? owners[player.owner]?.process else { return nil }
        guard integrated != nil || player.isBrowser || isIntegrated(process) || twins.contains(player.name, in: process)
        else {
            return nil
        }
        let main = connections[process]?.lazy.compactMap { self.owners[$0] }.first { $0.scope != nil }
        guard let main, let scope = main.scope, let name = main.players.map(\.rawValue).min() else {
            return "\(process)"
        }
        // Two browsers that were started from one terminal are in its scope.
        return "\(scope) \(ResponderID(name).baseName)"
    }

    /// Whether another player stands for a process.
    private func isIntegrated(_ process: UInt32) -> Bool {
        claimants[process]?.contains { isBelieved($0.value, process) } ?? false
    }

    /// Whether a connection's claim that its player stands for a process counts (rule MPRIS84).
    private func isBelieved(_ owner: BusName, _ process: UInt32) -> Bool {
        guard owners[owner]?.concerns.contains(process) ?? false else { return false }
        let players = connections[process]?.lazy.compactMap { self.owners[$0]?.players }.filter { !$0.isEmpty }
        guard let players, !players.isEmpty else { return true }
        return players.contains { $0.contains(where: \.isOfBrowser) }
    }

    /// Whether a process can be the one that a player of this connection stands for: it is plasma-browser-integration outside
    /// of a sandbox, or one of both processes has started the other.
    private func concerns(_ owner: Owner, _ claimed: UInt32) -> Bool {
        guard let process = owner.process else { return false }
        if owner.confinement == .free, owner.players.contains(where: Self.isIntegrationName) { return true }
        return Self.descends(process, from: claimed) || Self.descends(claimed, from: process)
    }

    private static func isIntegrationName(_ name: BusName) -> Bool {
        ResponderID(name.rawValue).baseName.hasSuffix("plasma-browser-integration")
    }

    private static func descends(_ process: UInt32, from ancestor: UInt32) -> Bool {
        guard ancestor > 1 else { return false }
        var process = process
        for _ in 0..<longestAncestry {
            if process == ancestor { return true }
            guard process > 1, let parent = ProcessFiles(of: process)?.parent else { return false }
            process = parent
        }
        return false
    }

    /// How many processes are between a browser and what it has started, at most. Larger: more is read of a process whose
    /// player makes a claim.
    private static let longestAncestry = 8

    /// Whether the player stands for another process than its own.
    func isIntegration(_ player: Player) -> Bool { integratedProcess(of: player) != nil }

    /// Whether a process has a player.
    func hasPlayer(_ process: UInt32) -> Bool { connections[process] != nil }

    /// Whether the player is of mpris-proxy.
    func isProxy(_ player: Player) -> Bool { owners[player.owner]?.isProxy ?? false }

    /// Whether the player is a headset, which mpris-proxy shows as one. A phone is none (rule BLUEZ19).
    func isHeadset(_ player: Player) -> Bool { isProxy(player) && phone(player) == nil }

    /// The phone that the player stands for; nil for another player.
    func phone(_ player: Player) -> Phones.Phone? {
        phones?.phone(player.name, proxied: isProxy(player) ? player.identity : nil)
    }

    /// The process of the player's connection; nil until the bus has answered.
    func process(of player: Player) -> UInt32? { owners[player.owner]?.process }

    /// The name of the player's program; nil until it is known.
    func program(of player: Player) -> String? { owners[player.owner]?.program }

    /// Whether the player's process is in a sandbox.
    func confinement(of player: Player) -> PlayerConfinement { owners[player.owner]?.confinement ?? .unknown }

    /// The process that the player stands for; nil if it stands for itself.
    func integratedProcess(of player: Player) -> UInt32? {
        let claimed = owners[player.owner]?.claims[player.name]
        return claimed.flatMap { isBelieved(player.owner, $0) ? $0 : nil }
    }

    func appeared(_ player: Player) {
        let name = player.owner
        if let owner = owners[name] {
            owner.players.insert(player.name)
            if let process = owner.process { twins.insert(player.name, of: name, in: process) }
            return
        }
        let owner = Owner()
        owner.players.insert(player.name)
        owners[name] = owner
        connection.connectionProcessID(of: name) { [weak self] result in
            // The connection may have left, or may own no player any more.
            guard let self, case .success(let process) = result, let owner = owners[name] else { return }
            owner.process = process
            let files = ProcessFiles(of: process)
            owner.program = files?.command
            owner.isProxy = owner.program == "mpris-proxy"
            owner.confinement = SandboxedProcess.confines(files) ? .sandboxed(process) : .free
            // Only browsers have several processes with players.
            if owner.players.contains(where: \.isOfBrowser) { owner.scope = files?.applicationScope }
            owner.concerns = Set(owner.claims.values.filter { self.concerns(owner, $0) })
            connections[process, default: []].insert(name)
            for player in owner.players { twins.insert(player, of: name, in: process) }
            onProcess?(owner.players)
            // A player without a twin leaves the groups of the others as they are. With hundreds of players each look at all of
            // them takes long.
            let joins = owner.players.contains { $0.isOfBrowser || self.twins.contains($0, in: process) }
            if owner.isProxy || joins || !owner.claims.isEmpty || isIntegrated(process) { onChange?() }
        }
    }

    func metadataChanged(_ player: Player) {
        let process = player.metadata.kdeProcessID
        guard owners[player.owner] != nil, owners[player.owner]?.claims[player.name] != process else { return }
        claim(player.name, of: player.owner, process)
        onChange?()
    }

    /// Notes the process that a player says it stands for; nil for none.
    ///
    /// - Returns: whether it has said so of one before.
    @discardableResult
    private func claim(_ player: BusName, of name: BusName, _ process: UInt32?) -> Bool {
        guard let owner = owners[name] else { return false }
        let former = owner.claims[player]
        owner.claims[player] = process
        if let former {
            claimants[former]?[player] = nil
            if claimants[former]?.isEmpty == true { claimants[former] = nil }
            if !owner.claims.values.contains(former) { owner.concerns.remove(former) }
        }
        if let process {
            claimants[process, default: [:]][player] = name
            if concerns(owner, process) { owner.concerns.insert(process) }
        }
        return former != nil
    }

    /// Removes a player of a connection: it left, or its name has another owner now.
    func vanished(_ player: Player, from owner: BusName) {
        let hid = claim(player.name, of: owner, nil)
        guard owners[owner]?.players.remove(player.name) != nil else { return }
        if let process = owners[owner]?.process { twins.remove(player.name, in: process) }
        if owners[owner]?.players.isEmpty == true {
            if let process = owners.removeValue(forKey: owner)?.process {
                connections[process]?.remove(owner)
                if connections[process]?.isEmpty == true { connections[process] = nil }
            }
        }
        if hid { onChange?() }
    }
}
