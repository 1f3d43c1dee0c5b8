// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor
import BatonValues

/// All players on a bus, in the order in which they appeared.
///
/// The registry adds its matches first, and then asks all players at once (rules MPRIS41 and MPRIS42). So a player that
/// hangs does not delay the others, and a player that appears meanwhile is neither lost nor counted twice. Messages are
/// handled in the order of the bus, so that the newest state wins (rule MPRIS19). Not thread-safe: use it on the thread
/// that runs the reactor, which calls the observers in its turns.
///
/// For example:
/// ```swift
/// let registry = PlayerRegistry(connection: connection)
/// let observation = registry.observe { change in
///     switch change {
///     case .answered(let player): print("\(player.identity) is there")
///     case .vanished(let player, _): print("\(player.identity) is gone")
///     default: break
///     }
/// }
/// registry.start()
/// ```
public final class PlayerRegistry {
    /// The players, in the order in which they appeared; those that were there at the start, in the order of ListNames.
    public private(set) var players: [Player] = []
    /// How long a player may take to answer the question for its properties before it is suspect. A later answer still
    /// counts.
    public var deadline = Duration.seconds(1)
    /// How long a command waits for the answer of a player that is asked for its state first; zero to ask none.
    package var answerWait = Duration.milliseconds(200)

    var observers = Observers<Change>()
    let connection: Connection
    private let isPlayer: (BusName) -> Bool
    private var byName: [BusName: Player] = [:]
    /// By unique name; nearly always one player.
    private var byOwner: [BusName: [Player]] = [:]
    private var matches: [Match] = []
    /// Counts the calls of ListNames, so that the reply to an outdated one is recognized.
    private var listing = 0
    /// Counts the connections to the bus.
    private var life = 0
    private var unresolved: Set<BusName> = []
    private var isListing = false
    private var hasSettled = false
    private var retry: ReactorTimer?
    let questions = PropertyQuestions()

    /// The most players. It bounds the memory that a program can use up by owning names.
    private static let most = 1024
    /// Whether a name was left out since a player left.
    private var isFullTold = false

    /// Makes a registry without players.
    ///
    /// - Parameter isPlayer: whether a name below `org.mpris.MediaPlayer2.` is a player; false for Baton's own names,
    ///   playerctld's and those of ignored players (rule MPRIS34). Called once for each appearance.
    /// - Parameter connection: the session bus.
    public init(connection: Connection, isPlayer: @escaping (BusName) -> Bool = { _ in true }) {
        self.connection = connection
        self.isPlayer = isPlayer
    }

    deinit {
        for match in matches { match.cancel() }
        retry?.cancel()
    }

    /// The player of a well-known name.
    public subscript(_ name: BusName) -> Player? { byName[name] }

    /// The players of a connection.
    public func players(ownedBy owner: BusName) -> [Player] { byOwner[owner] ?? [] }

    /// Whether all players that were there at ``start()`` have answered or are late.
    public var isSettled: Bool {
        !isListing && unresolved.isEmpty && players.allSatisfy { $0.isAnswered || $0.isSuspect || !isAwaited($0) }
    }

    // MARK: Life

    /// Adds the matches and lists the players. Call it when the connection is opened, and again whenever it is
    /// `Connection.state` `connecting` or `connected` again. While the names are being listed it does nothing.
    public func start() {
        if matches.isEmpty { subscribe() }
        guard !isListing else { return }
        list()
    }

    /// Removes all players, because the bus is lost. Call ``start()`` when the connection is made again.
    public func busLost() {
        listing += 1
        life += 1
        unresolved = []
        isListing = false
        retry?.cancel()
        // The registry is empty after this, but not because all players have answered: that it is settled must not be told.
        hasSettled = true
        for player in players { vanish(player) }
        hasSettled = false
    }

    /// Lists the names again after the results of `isPlayer` have changed. Removes names that are not players any more,
    /// and adds those that are players now. Does nothing before ``start()``.
    public func reconsider() {
        guard !matches.isEmpty else { return }
        for player in players where !isPlayer(player.name) { vanish(player) }
        start()
    }

    private func subscribe() {
        // The match for names comes first. So of two signals in one turn, the new owner is known before its properties
        // arrive.
        matches.append(
            connection.addMatch(
                MatchRule(
                    sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                    arg0Namespace: PlayerInterface.namePrefix)
            ) { [weak self] in self?.ownerChanged($0) })
        matches.append(
            connection.addMatch(MatchRule(path: PlayerInterface.objectPath)) { [weak self] in self?.receive($0) })
        // A late reply also shows that the player works (rule MPRIS26).
        connection.observeLateReplies { [weak self] in self?.receiveLate($0) }
    }

    private func list() {
        isListing = true
        listing += 1
        let listing = listing
        connection.listNames { [weak self] result in
            guard let self, self.listing == listing else { return }
            isListing = false
            switch result {
            case .success(let names): resolve(names.compactMap(playerName))
            case .failure(let error) where error.name == .disconnected: break
            case .failure:
                retry = connection.reactor.schedule(after: .seconds(1), tolerance: .seconds(1)) { [weak self] in
                    self?.start()
                }
            }
        }
    }

    /// Asks for the owners of names that are not known yet. Signals and replies of the bus come in one order, so a
    /// signal that came before the reply is older. A name that an earlier list has asked for is not asked for again.
    private func resolve(_ names: [BusName]) {
        let life = life
        for name in names where byName[name] == nil && unresolved.insert(name).inserted {
            connection.nameOwner(of: name) { [weak self] result in
                guard let self, self.life == life, unresolved.remove(name) != nil else { return }
                // An error means that the owner has left meanwhile. The name may also be ignored meanwhile.
                if case .success(let owner) = result, isPlayer(name) { setOwner(of: name, to: owner) }
                settle()
            }
        }
        settle()
    }

    private func playerName(_ text: String) -> BusName? {
        guard text.hasPrefix(PlayerInterface.namePrefix + "."), let name = try? BusName(text), isPlayer(name) else {
            return nil
        }
        return name
    }

    func settle() {
        guard !hasSettled, listing > 0, isSettled else { return }
        hasSettled = true
        tell(.settled)
    }

    var now: Duration { connection.reactor.now }

    // MARK: Coming and going

    private func ownerChanged(_ message: Message) {
        guard let arguments = try? message.arguments(), arguments.count == 3, let text = arguments[0].asString,
            let new = arguments[2].asString
        else { return }
        if let owner = try? BusName(new) {
            guard let name = playerName(text) else { return }
            setOwner(of: name, to: owner)
        } else if let name = try? BusName(text), let player = byName[name] {
            vanish(player)
        }
    }

    private func setOwner(of name: BusName, to owner: BusName) {
        guard owner != connection.uniqueName else { return }
        if let player = byName[name] {
            if player.owner != owner { replaceOwner(of: player, by: owner) }
            return
        }
        guard players.count < Self.most else { return tellFull() }
        let player = Player(name: name, owner: owner, connection: connection)
        player.registry = self
        players.append(player)
        byName[name] = player
        attach(player)
        tell(.appeared(player))
        ask(player)
    }

    private func tellFull() {
        guard !isFullTold else { return }
        isFullTold = true
        tell(.full(limit: Self.most))
    }

    private func replaceOwner(of player: Player, by owner: BusName) {
        let old = player.owner
        let heir = detach(player)
        player.reset(owner: owner)
        attach(player)
        tell(.ownerReplaced(player, old: old, heir: heir))
        ask(player)
    }

    private func vanish(_ player: Player) {
        guard byName.removeValue(forKey: player.name) != nil else { return }
        player.registry = nil
        players.removeAll { $0 === player }
        isFullTold = false
        let heir = detach(player)
        tell(.vanished(player, heir: heir))
        settle()
    }

    private func attach(_ player: Player) {
        byOwner[player.owner, default: []].append(player)
        player.isAlias = byOwner[player.owner]?.first !== player
    }

    /// Separates the player from its owner. Returns the owner's other player that was an alias before, if there is one.
    private func detach(_ player: Player) -> Player? {
        player.askTimer?.cancel()
        player.askTimer = nil
        player.endReviews()
        questions.forget(player, of: player.owner)
        byOwner[player.owner]?.removeAll { $0 === player }
        guard let first = byOwner[player.owner]?.first else {
            byOwner[player.owner] = nil
            return nil
        }
        guard first.isAlias else { return nil }
        first.isAlias = false
        return first
    }

    /// Whether the player is still in the registry.
    func has(_ player: Player) -> Bool { player.registry === self }
}
