// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonValues

/// The phones with players, as bluetoothd tells them: says which there are, which of them are heard here, and makes a player of
/// each that mpris-proxy has none of (rules BLUEZ19 to BLUEZ21). Made with the first player of a device.
@MainActor
final class BluezPhones {
    /// A phone with its player.
    private final class Entry {
        var phone: BluezPhone
        /// The object that gets its commands, and what it does.
        var object: ObjectPath
        var player: PhonePlayer?
        /// Makes the player when mpris-proxy has had the time to make one.
        var start: ReactorTimer?
        /// Whether what it plays is heard here: what plays without its sound coming here for a while plays elsewhere. What does not
        /// play keeps what it was, because the transport rests while a phone is paused.
        var isHeard: Bool
        var silence: ReactorTimer?

        init(_ phone: BluezPhone, _ object: ObjectPath, isHeard: Bool) {
            self.phone = phone
            self.object = object
            self.isHeard = isHeard
        }
    }

    /// How long mpris-proxy may take to make a player of a phone. Larger: without it a phone comes later.
    private static let proxyTime = Duration.milliseconds(500)
    /// How long a phone may say that it plays before its sound comes. Larger: one that plays by its own loudspeaker is paused by
    /// what happens here for longer.
    private static let soundTime = Duration.seconds(2)
    /// The most objects of players; a limit against a faulty bluetoothd.
    private static let most = 64

    private let bluez: BluezAdapters
    private let system: Connection
    private let directory: PlayerDirectory
    private let connect: () -> Connection
    private let phones = Phones()
    private var isSettling = false
    private var observation: Observation?
    /// What players do, by their objects.
    private var states: [ObjectPath: PhoneState] = [:]
    /// The phones by the paths of their devices.
    private var entries: [String: Entry] = [:]

    /// - Parameter connect: makes a connection to the session bus that is not open yet.
    init(bluez: BluezAdapters, system: Connection, directory: PlayerDirectory, connect: @escaping () -> Connection) {
        self.bluez = bluez
        self.system = system
        self.directory = directory
        self.connect = connect
        directory.phones = phones
        observation = directory.observe { [weak self] change in
            switch change {
            case .standing(let player): if self?.directory.isProxied(player) == true { self?.settle() }
            case .left: self?.settle()
            case .properties, .signal, .confinement: break
            }
        }
    }

    private var reactor: Reactor { system.reactor }

    /// A player of a device has come, or has changed; nil when it is gone.
    func take(_ path: ObjectPath, _ properties: [String: Value]?) {
        guard let properties else {
            states[path] = nil
            return
        }
        guard states[path] != nil || states.count < Self.most else { return }
        states[path, default: PhoneState()].take(properties)
    }

    /// Looks at all of them again, after bluetoothd has told something.
    func review() {
        var present: [String: (phone: BluezPhone, path: ObjectPath)] = [:]
        for (path, state) in states {
            guard let phone = bluez.phone(withPlayer: path) else { continue }
            // Of several players of a phone the one that plays counts, and the first one while none does.
            if let other = present[phone.path], rank(other.path, states[other.path]) < rank(path, state) { continue }
            present[phone.path] = (phone, path)
        }
        if bluez.owner == nil { states = [:] }
        for (path, entry) in entries where present[path] == nil { remove(entry, path) }
        for (path, found) in present { update(path, found.phone, found.path) }
        settle()
    }

    private func rank(_ path: ObjectPath, _ state: PhoneState?) -> (Int, String) {
        (state?.status == .playing ? 0 : 1, path.rawValue)
    }

    private func update(_ path: String, _ phone: BluezPhone, _ object: ObjectPath) {
        guard let state = states[object] else { return }
        let plays = state.status == .playing
        let entry = entries[path] ?? Entry(phone, object, isHeard: phone.isConnectedHere && !plays)
        entries[path] = entry
        entry.phone = phone
        entry.object = object
        if phone.isActive { entry.isHeard = true }
        if phone.isActive || !plays || !entry.isHeard {
            entry.silence?.cancel()
            entry.silence = nil
        } else if entry.silence == nil {
            entry.silence = reactor.schedule(after: Self.soundTime, tolerance: Self.soundTime / 8) {
                [weak self, weak entry] in
                entry?.silence = nil
                entry?.isHeard = false
                self?.settle()
            }
        }
        entry.player?.target = object
        entry.player?.show(state)
    }

    private func remove(_ entry: Entry, _ path: String) {
        entry.start?.cancel()
        entry.silence?.cancel()
        entry.player?.leave()
        entries[path] = nil
    }

    /// All phones have left, or are not wanted.
    func close() {
        states = [:]
        review()
    }

    // MARK: Players

    /// Tells which phones there are, and makes the players that mpris-proxy does not make.
    private func settle() {
        // What is told here comes back as a change of players.
        guard !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
        var proxied = directory.proxied
        phones.present = entries.sorted { $0.key < $1.key }.compactMap { path, entry in
            guard let own = entry.phone.playerName else { return nil }
            let names = names(of: entry.phone)
            if let index = proxied.firstIndex(where: names.contains) {
                proxied.remove(at: index)
                withdraw(entry)
            } else {
                prepare(entry, own)
            }
            return Phones.Phone(names: names, own: own, isHeard: entry.isHeard)
        }
    }

    /// What mpris-proxy may call the players of a phone.
    private func names(of phone: BluezPhone) -> [String] {
        let programs = states.filter { $0.key.rawValue.hasPrefix(phone.path + "/") && !$0.value.program.isEmpty }
        return [phone.alias] + programs.map { "\(phone.alias) \($0.value.program)" }.sorted()
    }

    private func withdraw(_ entry: Entry) {
        entry.start?.cancel()
        entry.start = nil
        entry.player?.leave()
        entry.player = nil
    }

    private func prepare(_ entry: Entry, _ own: BusName) {
        // Another alias is another name.
        if let player = entry.player, player.name != own { withdraw(entry) }
        guard entry.player == nil, entry.start == nil else { return }
        entry.start = reactor.schedule(after: Self.proxyTime, tolerance: Self.proxyTime / 8) {
            [weak self, weak entry] in
            entry?.start = nil
            if let self, let entry { begin(entry) }
        }
    }

    private func begin(_ entry: Entry) {
        guard let owner = bluez.owner, let name = entry.phone.playerName, let state = states[entry.object] else {
            return
        }
        let player = PhonePlayer(
            name, identity: entry.phone.alias, on: connect(), target: entry.object, system: system, owner: owner)
        entry.player = player
        player.begin(state)
    }
}
