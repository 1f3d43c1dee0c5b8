// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// Makes one interruption of all that hold the application at the same time (rule APP8).
@MainActor
final class InterruptionRelay {
    var changed: ((ApplicationHostChange) -> Void)?

    /// The interruptions that batond has told the object of.
    private var told: Set<UInt32> = []
    /// Those that hold the published player.
    private var held: Set<UInt32> = []
    /// Whether batond has played the player since it was held.
    private var wasPlayed = false

    // MARK: The object is told

    func began(_ id: UInt32, _ source: String) {
        let wasFree = told.isEmpty && held.isEmpty
        guard told.insert(id).inserted, wasFree else { return }
        changed?(.interruptionBegan(source: source))
    }

    func ended(_ id: UInt32, shouldResume: Bool) {
        guard told.remove(id) != nil, told.isEmpty, held.isEmpty else { return }
        changed?(.interruptionEnded(shouldResume: shouldResume))
    }

    // MARK: The player is paused and played

    /// Takes what batond says of all interruptions.
    ///
    /// - Parameters:
    ///   - name: that of the published player; nil without one.
    ///   - isPlaying: one that plays on is lowered, and not held.
    func review(_ active: [ActiveInterruption], of name: BusName?, isPlaying: Bool) {
        let holding = active.filter { interruption in
            name.map { interruption.players.contains($0.rawValue) } ?? false
        }
        let before = held
        held = Set(holding.map(\.id).filter { before.contains($0) || !isPlaying })
        guard told.isEmpty, before.isEmpty != held.isEmpty else { return }
        if let first = holding.first(where: { held.contains($0.id) }) {
            wasPlayed = false
            changed?(.interruptionBegan(source: first.source))
        } else {
            changed?(.interruptionEnded(shouldResume: wasPlayed))
        }
    }

    /// batond has told the published player to play.
    func notePlay() { wasPlayed = true }

    /// The interruptions are another bus's, or are not told any more: what lasted is over, and nothing goes on by itself.
    func forget() {
        let wasHeld = !told.isEmpty || !held.isEmpty
        told = []
        held = []
        if wasHeld { changed?(.interruptionEnded(shouldResume: false)) }
    }
}
