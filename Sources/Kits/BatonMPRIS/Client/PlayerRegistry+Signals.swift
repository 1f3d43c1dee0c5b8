// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

extension PlayerRegistry {
    /// Handles a signal from the players' object path, of any sender.
    func receive(_ message: Message) {
        // Baton's own faces and any other program can send from this path. Only signals of owners of a player's name
        // count.
        guard let sender = message.sender else { return }
        let senders = players(ownedBy: sender)
        guard !senders.isEmpty else { return }
        for player in senders { heard(from: player) }
        if message.isSignal(.properties, "PropertiesChanged") {
            propertiesChanged(message, senders)
        } else if let name = message.interface, let interface = PlayerInterface(name: name.rawValue) {
            signalled(message, interface, senders)
        }
    }

    /// Handles a reply that came after its deadline.
    func receiveLate(_ message: Message) {
        guard let sender = message.sender else { return }
        for player in players(ownedBy: sender) { heard(from: player) }
    }

    /// Notes that a message came from the player. One whose properties could not be read before is asked again.
    private func heard(from player: Player) {
        askAgainNow(player)
        guard player.isSuspect else { return }
        player.isSuspect = false
        if player.isAnswered {
            // What it did while it was busy it may have told nobody (rule MPRIS106).
            readChanged(.player, of: player)
        } else if !questions.contains(player) {
            for interface in player.loaded { fetch(interface, of: player) }
        }
    }

    private func propertiesChanged(_ message: Message, _ senders: [Player]) {
        guard message.hasSignature("sa{sv}as"), let arguments = try? message.arguments(), arguments.count == 3,
            let name = arguments[0].asString, case .dictionary(let changed) = arguments[1]
        else { return report(message, senders) }
        // Players may have interfaces of their own, which are ignored.
        guard let interface = PlayerInterface(name: name) else { return }
        for player in senders {
            if player.loaded.contains(interface), !changed.entries.isEmpty {
                apply(changed.entries, of: interface, to: player)
            }
            invalidate(arguments[2].asStringArray ?? [], of: interface, of: player)
        }
    }

    /// Reads properties again that changed without their new values in the signal. The old values stay until the reply
    /// comes.
    private func invalidate(_ names: [String], of interface: PlayerInterface, of player: Player) {
        guard player.loaded.contains(interface),
            names.contains(where: { PlayerProperty($0, of: interface) != nil })
        else { return }
        readChanged(interface, of: player)
    }

    private func signalled(_ message: Message, _ interface: PlayerInterface, _ senders: [Player]) {
        guard let member = message.member?.rawValue, let arguments = try? message.arguments() else { return }
        guard let signal = PlayerSignal(interface, member, arguments) else { return report(message, senders) }
        for player in senders {
            note(signal, of: player)
            tell(.signalled(player, signal))
        }
    }

    private func note(_ signal: PlayerSignal, of player: Player) {
        switch signal {
        case .seeked(let position):
            // Contradicted by a jump that was passed on just before: the player is asked when it must have done that.
            if !player.seeked(to: position, at: now) { review(player) }
            // One that tells no jump may be the position before it: the player is asked at once, and when it must have jumped.
            if player.doubtsSeeked {
                askAgain(.player, of: player)
                review(player)
            }
        case .trackListReplaced(let tracks, _):
            guard player.loaded.contains(.trackList) else { return }
            let value = Value.variant(.array(DBusArray("o", tracks.map { .objectPath($0) })))
            apply([.init(.string("Tracks"), value)], of: .trackList, to: player)
        case .trackAdded, .trackRemoved:
            // The signal does not say where the track is in the list, so the list is read again.
            if player.loaded.contains(.trackList) { readChanged(.trackList, of: player) }
        case .trackMetadataChanged, .playlistChanged: break
        }
    }

    private func report(_ message: Message, _ senders: [Player]) {
        let problem = PlayerProblem.badSignal(
            member: message.member?.rawValue ?? "", signature: message.signature.rawValue)
        for player in senders { tell(.problem(player, problem)) }
    }
}
