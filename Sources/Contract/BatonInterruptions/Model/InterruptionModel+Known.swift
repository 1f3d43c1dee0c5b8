// SPDX-License-Identifier: Apache-2.0

extension InterruptionModel {
    /// A player on the bus.
    ///
    /// What is known of it has a place in memory of its own: the table of players has two or three places for each of them.
    struct Known: Sendable {
        private struct Facts {
            var facts: PlayerFacts
            var playingSince: Duration
            var resumedAt: Duration?
            var place: AudioPlace?
            var word: PlayerState?
        }

        private indirect enum Storage {
            case facts(Facts)
        }

        private var storage: Storage
        private var all: Facts {
            get {
                switch storage {
                case .facts(let facts): facts
                }
            }
            set { storage = .facts(newValue) }
        }

        init(facts: PlayerFacts, playingSince: Duration) {
            storage = .facts(Facts(facts: facts, playingSince: playingSince))
        }

        var facts: PlayerFacts {
            get { all.facts }
            set { all.facts = newValue }
        }
        /// When it started playing. A player that was resumed has kept its place.
        var playingSince: Duration {
            get { all.playingSince }
            set { all.playingSince = newValue }
        }
        /// When it was sent Play, until it has announced that it plays.
        var resumedAt: Duration? {
            get { all.resumedAt }
            set { if newValue != all.resumedAt { all.resumedAt = newValue } }
        }
        /// Where it was heard when something began last; nil where that was not known (rule I117).
        var place: AudioPlace? {
            get { all.place }
            set { all.place = newValue }
        }
        /// What an app has said. From when it is told until it says something new, it is taken to do what it was told.
        var word: PlayerState? {
            get { all.word }
            set { all.word = newValue }
        }
    }
}
