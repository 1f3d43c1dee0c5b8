// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// A manual page that `batonctl help TOPIC` opens. No topic has the name of a command: the parser has its help.
enum ManualTopic: String, CaseIterable {
    case agent, batonctl, configuration, desktop, playback, player, service, shakes, touch

    /// The topic of a command line; nil for any other.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    init?(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == "help" else { return nil }
        self.init(rawValue: arguments[2])
    }

    /// The first word behind `help` that names neither a topic nor a command, or is one too many; nil if all can be explained.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func unknownWord(_ arguments: [String]) -> String? {
        guard arguments.count >= 3, arguments[1] == "help", !arguments[2].hasPrefix("-") else { return nil }
        if Self(rawValue: arguments[2]) != nil { return arguments.dropFirst(3).first }
        var configuration = RootCommand.configuration
        for word in arguments.dropFirst(2) {
            let commands = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
            guard !commands.isEmpty else { return word.hasPrefix("-") ? nil : word }
            guard let command = commands.first(where: { $0.configuration.commandName == word }) else { return word }
            configuration = command.configuration
        }
        return nil
    }

    /// The names of all topics for people.
    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The section and the name of its page.
    var page: (section: String, name: String) {
        switch self {
        case .batonctl: ("1", "batonctl")
        case .configuration: ("5", "baton.conf")
        case .service: ("8", "batond")
        case .agent, .desktop, .playback, .player, .shakes, .touch: ("1", "batonctl-\(rawValue)")
        }
    }

    /// Runs man(1), whose exit statuses are its own.
    func show() -> ExitStatus {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C in the pager is for the pager.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGQUIT] {
            sigaddset(&signals, number)
            signal(number, SIG_IGN)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["man", page.section, page.name]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, "man", nil, &attributes, &arguments, environ) == 0 else {
            Console.complain("The program 'man' is not installed, which shows \(page.name)(\(page.section)).")
            return .failure
        }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return .failure } }
        return status == 0 ? .success : .failure
    }
}
