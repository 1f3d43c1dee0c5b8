// SPDX-License-Identifier: Apache-2.0

/// The samples of all figures and targets.
final class Figures {
    private var samples: [Figure: [Target: Samples]] = [:]

    func add(_ figure: Figure, _ target: Target, _ value: Double) {
        samples[figure, default: [:]][target, default: Samples()].append(value)
    }

    func samples(_ figure: Figure, _ target: Target) -> Samples? {
        samples[figure]?[target]
    }
}
