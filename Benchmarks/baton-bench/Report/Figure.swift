// SPDX-License-Identifier: Apache-2.0

/// A measured quantity.
enum Figure: Hashable {
    case sendToPlayer
    case roundTrip
    case propertyRead
    case processorTime
    case reactiveProcessorTime
    case start(players: Int)
    case privateDirty(players: Int)
    case proportional
    case resident
    case idleSwitches
    case threads
    case playPause
    case status
    case instructions
    case dispatchSymbols

    /// The rows of the report: each has a title and the percentile that it shows, as a fraction.
    var rows: [(title: String, key: String, fraction: Double, digits: Int)] {
        switch self {
        case .sendToPlayer:
            [
                ("command sent → player has it, p50, µs", "send_to_player_p50_us", 0.5, 1),
                ("the same, p99, µs", "send_to_player_p99_us", 0.99, 1),
            ]
        case .roundTrip:
            [
                ("command sent → answer, p50, µs", "round_trip_p50_us", 0.5, 1),
                ("the same, p99, µs", "round_trip_p99_us", 0.99, 1),
            ]
        case .propertyRead: [("property read, p50, µs", "property_read_p50_us", 0.5, 1)]
        case .processorTime: [("CPU for 1000 commands, ms", "cpu_ms_per_1000", 0.5, 1)]
        case .reactiveProcessorTime:
            [("the same, player announces each change, ms", "cpu_ms_per_1000_reactive", 0.5, 1)]
        case .start(let players):
            [("start → name owned, \(Self.count(players)), p50, ms", "start_ms_\(players)", 0.5, 1)]
        case .privateDirty(let players):
            [("private dirty memory, \(Self.count(players)), MiB", "private_dirty_mib_\(players)", 0.5, 2)]
        case .proportional: [("proportional set size, 1 player, MiB", "pss_mib", 0.5, 2)]
        case .resident: [("resident set size, 1 player, MiB", "rss_mib", 0.5, 2)]
        case .idleSwitches: [("context switches while idle for \(Idle.seconds) s", "idle_switches", 0.5, 0)]
        case .threads: [("threads", "threads", 0.5, 0)]
        case .playPause: [("whole process that toggles the player, p50, ms", "play_pause_p50_ms", 0.5, 2)]
        case .status: [("whole process that prints the status, p50, ms", "status_p50_ms", 0.5, 2)]
        case .instructions: [("instructions for a command, thousand", "instructions_thousand", 0.5, 1)]
        case .dispatchSymbols: [("symbols of Dispatch in it and its helpers", "dispatch_symbols", 0.5, 0)]
        }
    }

    private static func count(_ players: Int) -> String {
        players == 1 ? "1 player" : "\(players) players"
    }
}
