// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
package import BatonReactor
package import BatonRouting
import BatonState
import BatonValues

/// Which Bluetooth headsets seem to need two presses (rule I56). People are told so; it changes nothing else.
@MainActor
package final class TwoPressEvidence {
    private let choices: UserChoices
    private let meaning: PressMeaning
    private let reactor: Reactor
    private let today: () -> UInt64
    private var doublePresses = DoublePresses()
    private var observation: Observation?

    /// The number of today, from 1970 (UTC).
    package nonisolated static var today: UInt64 { WallClock.microseconds / 86_400_000_000 }

    package init(
        choices: UserChoices, meaning: PressMeaning, reactor: Reactor,
        today: @escaping () -> UInt64 = { TwoPressEvidence.today }
    ) {
        self.choices = choices
        self.meaning = meaning
        self.reactor = reactor
        self.today = today
        observation = meaning.observe { [weak self] in self?.note($0) }
    }

    private func note(_ meant: PressMeaning.Meant) {
        guard let address = meant.device.address else { return }
        let neededTwo = doublePresses.press(
            meant.command, of: address, isPlaying: meant.isPlaying, connectedAt: meant.device.connectedAt,
            at: meant.instant)
        let before = choices.pressTallies[address]
        // Most headsets have none, and their presses cost nothing more.
        guard neededTwo || before != nil else { return }
        let tally = PressTally.after(before, neededTwo: neededTwo, on: Int(clamping: today()))
        if tally != before { choices.setTally(tally, of: address) }
    }

    /// A program said that a headset was taken off or put on: what looked like presses just now was none.
    package func wear() {
        for address in doublePresses.wear(at: reactor.now) {
            guard var tally = choices.pressTallies[address] else { continue }
            tally.takeBack()
            choices.setTally(tally, of: address)
        }
    }

    /// The headsets that seem to need two presses, and of which the user's file says nothing: the name of each that is
    /// among the connected ones, else its address.
    func hints(_ known: [PressingDevice]) -> [String] {
        choices.pressTallies.filter { $0.value.isEnough }.keys.sorted().compactMap { address in
            let names = known.first { $0.address == address }?.names ?? [address]
            return meaning.isUndecided(names) ? names.first : nil
        }
    }
}
