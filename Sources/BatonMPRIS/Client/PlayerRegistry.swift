// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
internal import BatonReactor

/// All players on a bus, in the order in which they appeared.
///
/// It subscribes first and asks afterwards, everybody at once and nobody in turn: a player that hangs holds up nobody, and
/// one that appears meanwhile is neither lost nor counted twice. Whatever the bus delivers is taken in the order of the
/// bus, so that the newest state wins without a clock. Belongs to whoever turns the reactor; handlers are called in a turn.
public final class PlayerRegistry {
    /// The players that are there, in the order in which they appeared; those of before, in the order of ListNames.
    public private(set) var players: [Player] = []
    /// How long a player may take to tell its properties before it is suspect. A later answer still counts.
    public var deadline = Duration.seconds(1)

    /// A name has an owner; nothing else is known of it yet.
    public var onAppear: ((Player) -> Void)?
    /// The player answered for the first time since its name has this owner, or failed to within ``deadline`` (then
    /// ``Player/isAnswered`` is false, and this comes again when it does).
    public var onAnswer: ((Player) -> Void)?
    /// Properties have new values. Comes before ``onAnswer`` for those of the first answer.
    public var onChange: ((Player, PropertyUpdate) -> Void)?
    /// The player sent a signal other than PropertiesChanged; its position is already up to date.
    public var onSignal: ((Player, PlayerSignal) -> Void)?
    /// ``Player/isSuspect`` has changed.
    public var onSuspicion: ((Player) -> Void)?
    /// The name has no owner any more. Where its owner has another player, which was an alias of this one, that is its heir:
    /// ``Player/isAlias`` is false there now.
    public var onVanish: ((Player, _ heir: Player?) -> Void)?
    /// Another process took the name over without a gap; the player knows nothing of it yet, and is asked. The old owner may
    /// have another player, as in ``onVanish``.
    public var onOwnerReplaced: ((Player, _ old: BusName, _ heir: Player?) -> Void)?
    /// A player sent something that was not used.
    public var onProblem: ((Player, PlayerProblem) -> Void)?
    /// Everybody who was there at ``start()`` has answered or is too late.
    public var onSettled: (() -> Void)?

    let connection: Connection
    private let isPlayer: (BusName) -> Bool
    private var byName: [BusName: Player] = [:]
    /// By unique name; nearly always one player.
    private var byOwner: [BusName: [Player]] = [:]
    private var matches: [Match] = []
    /// Counts the questions to the bus, so that an answer to an outdated one is recognized.
    private var listing = 0
    /// Counts the lives of the bus.
    private var life = 0
    private var unresolved: Set<BusName> = []
    private var isListing = false
    private var hasSettled = false
    private var retry: ReactorTimer?
    let questions = PropertyQuestions()

    /// Names that are followed; more are more than anybody runs, and each takes memory.
    private static let most = 1024

    /// Makes a registry that knows nobody yet.
    ///
    /// - Parameter isPlayer: whether a name under `org.mpris.MediaPlayer2.` is a player; false for our own names,
    ///   playerctld's, and whoever is ignored. Asked once for each appearance.
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

    /// Whether everybody who was there at ``start()`` has answered or is too late.
    public var isSettled: Bool {
        !isListing && unresolved.isEmpty && players.allSatisfy { $0.isAnswered || $0.isSuspect || !isAwaited($0) }
    }

    // MARK: Life

    /// Subscribes and asks who is there. Call it when the connection is opened, and again whenever it is ``Connection/state``
    /// `connecting` or `connected` anew; a question already under way is not repeated.
    public func start() {
        if matches.isEmpty { subscribe() }
        guard !isListing else { return }
        list()
    }

    /// The bus is lost: everybody is gone. Call ``start()`` when the connection comes back.
    public func busLost() {
        listing += 1
        life += 1
        unresolved = []
        isListing = false
        retry?.cancel()
        // Nobody is left at the end, which is no answer to who is there.
        hasSettled = true
        for player in players { vanish(player) }
        hasSettled = false
    }

    /// Asks who is there again, after the answers of `isPlayer` have changed: drops who is no player any more, and takes in
    /// who is one now.
    public func reconsider() {
        for player in players where !isPlayer(player.name) { vanish(player) }
        start()
    }

    private func subscribe() {
        // The names first: between two signals of one turn, an owner is known before what it tells.
        matches.append(
            connection.addMatch(
                MatchRule(
                    sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                    arg0Namespace: PlayerInterface.namePrefix)
            ) { [weak self] in self?.ownerChanged($0) })
        matches.append(
            connection.addMatch(MatchRule(path: PlayerInterface.objectPath)) { [weak self] in self?.receive($0) })
        // A late answer is a sign of life as good as a signal.
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

    /// Asks whose the names are that nobody has told of yet. The bus answers in its own order: a signal that came before
    /// the answer is older than it. A name that an earlier list is asking for already is not asked for again.
    private func resolve(_ names: [BusName]) {
        let life = life
        for name in names where byName[name] == nil && unresolved.insert(name).inserted {
            connection.nameOwner(of: name) { [weak self] result in
                guard let self, self.life == life, unresolved.remove(name) != nil else { return }
                // An error: it left in between. One that is ignored meanwhile is no player any more.
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
        onSettled?()
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
        guard players.count < Self.most else { return }
        let player = Player(name: name, owner: owner, connection: connection)
        player.registry = self
        players.append(player)
        byName[name] = player
        attach(player)
        onAppear?(player)
        ask(player)
    }

    private func replaceOwner(of player: Player, by owner: BusName) {
        let old = player.owner
        let heir = detach(player)
        player.reset(owner: owner)
        attach(player)
        onOwnerReplaced?(player, old, heir)
        ask(player)
    }

    private func vanish(_ player: Player) {
        guard byName.removeValue(forKey: player.name) != nil else { return }
        players.removeAll { $0 === player }
        let heir = detach(player)
        player.registry = nil
        onVanish?(player, heir)
        settle()
    }

    private func attach(_ player: Player) {
        byOwner[player.owner, default: []].append(player)
        player.isAlias = byOwner[player.owner]?.first !== player
    }

    /// Takes the player away from its owner; the player that has become that owner's first one, if any.
    private func detach(_ player: Player) -> Player? {
        player.askTimer?.cancel()
        player.askTimer = nil
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

    /// Whether the player is the one that its name stands for.
    func has(_ player: Player) -> Bool { byName[player.name] === player }
}
