// SPDX-License-Identifier: Apache-2.0

/// A quantity that has a bar in `Benchmarks/bars`.
enum Bar: String, CaseIterable {
    case command = "command-p50"
    case processorTime = "cpu"
    case memory = "private-memory-1"
    case memoryOfMany = "private-memory-100"
    case start = "start-1"
    case playPause = "play-pause"
    case status
    case wakeUps = "wake-ups"
    case dispatchSymbols = "dispatch-symbols"
    case instructions

    /// What is measured, and the program whose figure batond's is divided by; nil if batond's figure counts as it is.
    var measure: (figure: Figure, peer: Target?) {
        switch self {
        case .command: (.sendToPlayer, .forwarder)
        case .processorTime: (.processorTime, .playerctld)
        case .memory: (.privateDirty(players: 1), nil)
        case .memoryOfMany: (.privateDirty(players: 100), nil)
        case .start: (.start(players: 1), .playerctld)
        case .playPause: (.playPause, .direct)
        case .status: (.status, .direct)
        case .wakeUps: (.idleSwitches, nil)
        case .dispatchSymbols: (.dispatchSymbols, nil)
        case .instructions: (.instructions, nil)
        }
    }

    /// The unit as it stands in the file of the bars.
    var unit: String {
        switch self {
        case .command: "x forwarder"
        case .processorTime, .start: "x playerctld"
        case .memory, .memoryOfMany: "MiB"
        case .playPause, .status: "x playerctl"
        case .wakeUps: "in \(Idle.seconds) s"
        case .dispatchSymbols: "symbols"
        case .instructions: "thousand"
        }
    }

    /// Decimals that the report shows.
    var digits: Int {
        switch self {
        case .wakeUps, .dispatchSymbols: 0
        case .instructions: 1
        default: 2
        }
    }

    /// The value of each round; empty if it was not measured.
    func values(in figures: Figures) -> [Double] {
        let (figure, peer) = measure
        let own = figures.rounds(figure, .batond)
        guard let peer else { return own }
        return zip(own, figures.rounds(figure, peer)).map { $0 / $1 }
    }
}
