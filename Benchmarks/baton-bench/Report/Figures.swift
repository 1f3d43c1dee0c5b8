// SPDX-License-Identifier: Apache-2.0

/// The samples of all figures and targets, by round.
final class Figures {
    /// The round that samples are added to, from 0.
    var round = 0
    /// Why a figure could not be measured on this machine.
    var obstacles: [Figure: String] = [:]
    private var samples: [Figure: [Target: [Int: Samples]]] = [:]

    func add(_ figure: Figure, _ target: Target, _ value: Double) {
        samples[figure, default: [:]][target, default: [:]][round, default: Samples()].append(value)
    }

    /// The samples of all rounds; nil if there is none.
    func samples(_ figure: Figure, _ target: Target) -> Samples? {
        samples[figure]?[target].map { rounds in Samples(rounds.values.flatMap(\.values)) }
    }

    /// The median of each round in which it was measured.
    func rounds(_ figure: Figure, _ target: Target) -> [Double] {
        (samples[figure]?[target] ?? [:]).sorted { $0.key < $1.key }.map { $0.value.median }
    }
}
