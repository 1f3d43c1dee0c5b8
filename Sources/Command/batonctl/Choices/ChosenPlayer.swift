// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMPRIS
import BatonTranslation

/// A player that the user names to pin or to ignore it, and what is said of that.
struct ChosenPlayer {
    /// The name as it was typed, without the prefix of bus names.
    let name: String
    /// The instances on the bus, also of players that are not in the chain.
    let instances: [String]

    init(_ typed: String, among players: [PlayerName]) {
        name = PlayerName(busName: typed)?.instance ?? typed
        instances = players.map(\.instance)
    }

    /// The name of the program: a pin and the list of ignored players keep only that.
    private var program: String { Self.program(name) }

    private static func program(_ instance: String) -> String { String(instance.prefix { $0 != "." }) }

    private var runs: Bool { instances.contains { Self.program($0) == program } }

    /// A question, with a space before it, whether a similar name was meant; empty if the player runs or none is similar.
    private var suggestion: String {
        guard !runs else { return "" }
        return NearMiss.question(name, among: instances + instances.map(Self.program))
    }

    /// What is said after it was pinned.
    ///
    /// - Parameter state: the chain with the pin.
    func pinned(_ state: AgentState) -> String {
        let first = ChainTable(state).pinned
        guard !first.isEmpty else {
            return runs
                ? translated("Pinned \(name).")
                : translated("Pinned \(name), which does not run now; it comes first when it starts.") + suggestion
        }
        if first.count > 1 {
            return translated("Pinned \(name). Several of it run, in this order: \(first.joined(separator: ", ")).")
        }
        let others = instances.filter { $0 != first[0] && Self.program($0) == program }
        guard !others.isEmpty || first[0] != program else {
            return translated("Pinned \(name): it gets every command until 'batonctl unpin'.")
        }
        return translated("Pinned \(first[0]). When it ends, the pin is for any other player of \(program).")
    }

    /// What is said after it was ignored.
    ///
    /// - Parameter before: the list without it.
    func ignored(_ before: [String]) -> String {
        if before.contains(program) { return translated("Baton ignores \(program) already.") }
        guard runs else {
            return translated("Baton will ignore \(program), which does not run now.") + suggestion
        }
        return translated("Baton ignores \(program) now: it gets no commands until 'batonctl unignore \(program)'.")
    }

    /// What is said after it was taken off the list.
    var unignored: String { translated("Baton sends commands to \(program) again.") }
}
