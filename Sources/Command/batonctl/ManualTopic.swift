// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTranslation
import Glibc

/// A manual page that `batonctl help TOPIC` opens. No topic has the name of a command: the parser has its help.
enum ManualTopic: String, CaseIterable {
    case batonctl, configuration, desktop, everyday, player, scripts, service, shakes

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

    /// The names of all topics.
    static var words: [String] { allCases.map(\.rawValue) }

    /// The names of all topics for people.
    static var names: String {
        let names = words
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The section and the name of its page.
    var page: (section: String, name: String) {
        switch self {
        case .batonctl: ("1", "batonctl")
        case .configuration: ("5", "baton.conf")
        case .service: ("8", "batond")
        case .desktop, .everyday, .player, .scripts, .shakes: ("1", "batonctl-\(rawValue)")
        }
    }

    /// What is said where there is no manual page.
    var fallback: String {
        switch self {
        case .configuration:
            translated("The manual page baton.conf(5) is not here. 'batonctl check' explains mistakes in your file.")
        case .service: translated("The manual page batond(8) is not here. 'batond --help' lists its options.")
        default: translated("The manual page \(page.name)(\(page.section)) is not here. This is the built-in help:")
        }
    }

    /// Opens the manual page, or without one shows the built-in help.
    func show() -> ExitStatus {
        // What man(1) complains of a page that is missing is not what was asked for.
        if Self.man(["-w", page.section, page.name], isSilent: true) == 0 {
            return Self.man([page.section, page.name], isSilent: false) == 0 ? .success : .failure
        }
        Console.complain(fallback)
        if self != .configuration, self != .service {
            Console.print(block: RootCommand.helpMessage(columns: Batonctl.columns))
        }
        return .success
    }

    /// Runs man(1), and returns its exit status; nil if it is not installed.
    private static func man(_ words: [String], isSilent: Bool) -> Int32? {
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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isSilent {
            for descriptor: Int32 in [1, 2] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = (["man"] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, "man", &actions, &attributes, &arguments, environ) == 0 else { return nil }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
        return status
    }
}
