// SPDX-License-Identifier: Apache-2.0

/// The sound cards, and which of their ports were unplugged (rules I20 and I115).
///
/// A port says that nothing is plugged in when its plug was pulled, and a speaker says the same when headphones are plugged in,
/// because they silence it. The two are told apart by what is plugged in at that moment, and by what the port said before: nothing
/// is known of a speaker that is heard, because it has no jack.
struct CardPorts: Sendable {
    /// How long before a port falls silent what silences it may have been plugged in: servers tell of both at once, or of one
    /// after the other.
    static let silencing = Duration.milliseconds(200)

    private var cards: [UInt32: AudioCard] = [:]
    /// When something was plugged into which port, if that is not long ago.
    private var pluggedIn: [UInt32: [String: Duration]] = [:]
    /// The ports that are silent because something else was plugged in.
    private var silenced: [UInt32: Set<String>] = [:]

    /// Takes what a server says of a card.
    ///
    /// - Returns: the ports that were unplugged by it.
    mutating func take(_ card: AudioCard, at now: Duration) -> Set<String> {
        guard let old = cards.updateValue(card, forKey: card.index) else { return [] }
        var recent = (pluggedIn[card.index] ?? [:]).filter { port, time in
            card.plugged.contains(port) && now - time <= Self.silencing
        }
        for port in card.plugged.subtracting(old.plugged) { recent[port] = now }
        pluggedIn[card.index] = recent.isEmpty ? nil : recent
        var silent = silenced[card.index]?.intersection(card.empty) ?? []
        let emptied = card.empty.subtracting(old.empty)
        let fallen = recent.isEmpty ? [] : emptied.subtracting(old.plugged)
        silent.formUnion(fallen)
        silenced[card.index] = silent.isEmpty ? nil : silent
        return emptied.subtracting(fallen)
    }

    /// Takes a card away.
    mutating func remove(_ index: UInt32) {
        cards[index] = nil
        pluggedIn[index] = nil
        silenced[index] = nil
    }

    /// Whether a card is there and may have sinks.
    func isUsed(_ card: UInt32?) -> Bool { card.flatMap { cards[$0] }.map { !$0.isOff } ?? false }

    /// Whether nothing is plugged into a port any more. Of a port that is not known it is not said.
    func isUnplugged(_ port: String, of card: UInt32?) -> Bool {
        guard let card, cards[card]?.empty.contains(port) ?? false else { return false }
        return !(silenced[card]?.contains(port) ?? false)
    }

    /// The name of a card; empty if it is not there.
    func name(of card: UInt32?) -> String { card.flatMap { cards[$0]?.name } ?? "" }

    /// The card where something was heard.
    func card(of place: AudioPlace) -> UInt32? {
        place.card == 0 ? nil : cards.values.first { AudioPlace.mark($0.name) == place.card }?.index
    }

    /// Whether nothing is plugged into the port any more on which something was heard.
    func isUnplugged(_ place: AudioPlace) -> Bool {
        guard let card = card(of: place), let empty = cards[card]?.empty else { return false }
        return empty.contains { AudioPlace.mark($0) == place.port && isUnplugged($0, of: card) }
    }
}
