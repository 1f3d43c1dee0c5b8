// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonRouting
import BatonSettings

/// Where players are heard, and who would be heard elsewhere.
extension AudioCause {
    /// Notes where players are heard that may be paused now: their streams may leave while they are paused.
    func rememberPlaces() {
        let places = supervisor.isConnected ? presentPlaces : nil
        interruptions.update { $0.heard(places, at: $1) }
    }

    var presentPlaces: [PlayerIdentity: AudioPlace] {
        var places: [PlayerIdentity: AudioPlace] = [:]
        for player in interruptions.players.playing {
            guard let identity = interruptions.players.identity(of: player) else { continue }
            places[identity] = place(of: identity) { belongs($0, to: player) }
        }
        for (identity, app) in interruptions.players.registeredApps where interruptions.model.isPlaying(identity) {
            places[identity] = place(of: identity) { belongs($0, to: app) }
        }
        return places
    }

    /// Where a player or an app is heard; nil if that is not known, or its end pauses nobody.
    private func place(of identity: PlayerIdentity, _ owns: (AudioStream) -> Bool) -> AudioPlace? {
        let own = routes.streams.values.filter(owns).sorted { $0.index < $1.index }
        // A silent stream counts for what is not held: it may begin to sound, or have ended to before the player says so.
        let silent = interruptions.model.isHeld(identity) ? nil : own.first
        guard let stream = own.first(where: \.isLive) ?? silent, let sink = routes.output(of: stream),
            !isIgnored(sink)
        else { return nil }
        return routes.place(of: sink)
    }

    /// Players that would be heard elsewhere than before they were paused, or nobody knows where (rules I46 and I117).
    var playersWithoutRoute: Set<PlayerIdentity> {
        guard isUsed else { return [] }
        let isConnected = supervisor.isConnected
        return Set(interruptions.model.places.filter { !isConnected || !routes.has($0.value) }.map(\.key))
    }

    /// Players of which that is not known yet: the server has not listed its outputs after a start, or a card may still say that
    /// something was unplugged (rules I115 and I117).
    private var undecidedPlayers: Set<PlayerIdentity> {
        let places = interruptions.model.places
        guard supervisor.isConnected, routes.isListed else {
            return interruptions.model.awaitsOutputs ? Set(places.keys) : []
        }
        return Set(places.filter { routes.isUndecided($0.value) }.map(\.key))
    }

    /// Tells the model who may not go on by itself.
    func reviewPlaces() {
        let isAsked = isUsed && settings.routeLost.pauses
        let unheard = isAsked ? playersWithoutRoute : []
        let undecided = isAsked ? undecidedPlayers : []
        guard unheard != interruptions.model.unheard || undecided != interruptions.model.undecided else { return }
        interruptions.update { $0.reviewed(unheard: unheard, undecided: undecided, at: $1) }
    }
}
