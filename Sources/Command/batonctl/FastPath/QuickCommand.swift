// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A command that bars and scripts call often, read without the command-line parser: that takes longer than the command.
///
/// It accepts a part of what the parser accepts, and means the same. Whatever else is typed, an error too, is the parser's.
struct QuickCommand: Sendable {
    /// What is to be done.
    enum Task: Sendable {
        case transport(RemoteControlSubtype)
        case query(PlayerQuery.Subject)
        /// `batonctl players`.
        case chain
        /// `batonctl list`, or `-l`.
        case list
    }

    private(set) var task: Task
    private(set) var players: [String] = []
    private(set) var ignored: [String] = []
    private(set) var isForAll = false
    private(set) var reporter = Reporter()
    private(set) var format: String?
    private(set) var isJSON = false

    /// Reads a command line.
    ///
    /// - Parameter arguments: without the program's name, as typed.
    init?(_ arguments: [String]) {
        let words = ArgumentOrder.commandFirst(arguments)
        guard let command = words.first, let task = Self.task(command) else { return nil }
        self.task = task
        var rest = words.dropFirst()
        var keys: [String] = []
        while let word = rest.popFirst() {
            if word.hasPrefix("-") {
                guard let option = Option(word, &rest), take(option) else { return nil }
            } else {
                keys.append(word)
            }
        }
        guard keys.isEmpty || take(keys) else { return nil }
    }

    /// The players that the options select.
    var selection: PlayerSelection { PlayerSelection(players: players, ignored: ignored, all: isForAll) }

    private static func task(_ word: String) -> Task? {
        switch word {
        case "status": .query(.status)
        case "position": .query(.position)
        case "volume": .query(.volume)
        case "loop": .query(.loop)
        case "shuffle": .query(.shuffle)
        case "metadata": .query(.metadata(keys: []))
        case "players": .chain
        case "list": .list
        default: RemoteControlSubtype(playerctlWord: word).map(Task.transport)
        }
    }

    /// Only `metadata` has arguments that ask; those of the others change something.
    private mutating func take(_ keys: [String]) -> Bool {
        guard case .query(.metadata) = task else { return false }
        task = .query(.metadata(keys: keys))
        return true
    }

    // MARK: Options

    /// One option with its value.
    private enum Option {
        case player(String), ignored(String), format(String)
        case all, quiet, verbose, json

        /// - Parameter rest: what follows the word; the value is taken off it.
        init?(_ word: String, _ rest: inout ArraySlice<String>) {
            switch word {
            case "-a", "--all-players": self = .all
            case "-s", "--no-messages": self = .quiet
            case "--verbose": self = .verbose
            case "--json": self = .json
            case "-f", "--format":
                // What an option is worth whose first letters are in a group, such as "-sf", is the parser's to say.
                guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                self = .format(value)
            default: self.init(valued: word, &rest)
            }
        }

        private init?(valued word: String, _ rest: inout ArraySlice<String>) {
            guard let (name, joined) = Self.parts(of: word) else { return nil }
            // The parser may take what begins with "-" for another option.
            guard let value = joined ?? rest.popFirst(), joined != nil || !value.hasPrefix("-") else { return nil }
            switch name {
            case "-p", "--player": self = .player(value)
            case "-i", "--ignore-player": self = .ignored(value)
            default: self = .format(value)
            }
        }

        /// `--player=vlc` is a name and a value. What `-p=vlc` means is the parser's to say.
        private static func parts(of word: String) -> (name: String, value: String?)? {
            let names = ["--player", "--ignore-player", "--format", "-p", "-i", "-f"]
            if names.contains(word) { return (word, nil) }
            guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return nil }
            let name = String(word[..<sign])
            return names.contains(name) ? (name, String(word[word.index(after: sign)...])) : nil
        }
    }

    /// - Returns: false if the parser must decide: the option is there twice, or is not one of the command.
    private mutating func take(_ option: Option) -> Bool {
        switch option {
        case .quiet: return set(\.reporter.isQuiet)
        case .verbose: return set(\.reporter.isVerbose)
        case .json: return asks && set(\.isJSON)
        case .all: return choosesPlayers && set(\.isForAll)
        case .player(let name):
            players.append(name)
            return choosesPlayers
        case .ignored(let name):
            ignored.append(name)
            return choosesPlayers
        case .format(let text):
            guard case .query = task, format == nil else { return false }
            format = text
            return true
        }
    }

    private mutating func set(_ flag: WritableKeyPath<QuickCommand, Bool>) -> Bool {
        defer { self[keyPath: flag] = true }
        return !self[keyPath: flag]
    }

    private var choosesPlayers: Bool { if case .chain = task { false } else { true } }

    /// Whether its answer can be JSON.
    private var asks: Bool {
        switch task {
        case .query, .chain: true
        case .transport, .list: false
        }
    }
}
