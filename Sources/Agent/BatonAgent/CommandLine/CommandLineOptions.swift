// SPDX-License-Identifier: Apache-2.0

import BatonLog
import BatonSettings
import BatonValues

/// batond's parsed command line.
struct CommandLineOptions: Sendable, Equatable {
    /// What to do.
    enum Task: Sendable {
        /// Serve until told to stop.
        case run
        /// Report what is wrong with the configuration.
        case check
        /// Print the help.
        case help
        /// Print the version.
        case version
    }

    /// What to do.
    var task = Task.run
    /// `--config`: the configuration file; nil for the usual places.
    var configurationFile: String?
    /// `--set`, in order: `section.key=value`.
    var overrides: [String] = []
    /// `--address`: the bus; nil for the session bus.
    var address: String?
    /// `--log-level`: takes precedence over `$BATON_LOG` and the configuration.
    var logLevel: LogLevel?

    /// Parses the arguments, without the program's name.
    ///
    /// A value is the next argument or follows a `=`. If an option is repeated the last one counts; every `--set`
    /// counts.
    ///
    /// - Throws: ``CommandLineError`` for the first mistake.
    init(_ arguments: [String]) throws(CommandLineError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let (name, attached) = Self.split(argument)
            switch name {
            case "--help", "-h": task = .help
            case "--version", "-V": if task != .help { task = .version }
            case "--check": if task == .run { task = .check }
            case "--config": configurationFile = try Self.value(of: name, attached, &rest)
            case "--set": overrides.append(try Self.value(of: name, attached, &rest))
            case "--address": address = try Self.value(of: name, attached, &rest)
            case "--log-level": logLevel = try Self.level(try Self.value(of: name, attached, &rest))
            default: throw Self.unknown(argument)
            }
            let takesValue = ["--config", "--set", "--address", "--log-level"].contains(name)
            if attached != nil, !takesValue { throw CommandLineError("\(name) takes no value") }
        }
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.utf8.starts(with: "--".utf8), let equals = argument.utf8.firstIndex(of: UInt8(ascii: "="))
        else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.utf8.index(after: equals)...]))
    }

    private static func value(
        of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandLineError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw CommandLineError("\(name) wants a value after it")
        }
        return value
    }

    private static func level(_ text: String) throws(CommandLineError) -> LogLevel {
        if let level = LogLevel(rawValue: ConfigurationText.folded(text)) { return level }
        let words = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandLineError("--log-level wants one of \(words), not \(ConfigurationText.quoted(text))")
    }

    private static func unknown(_ argument: String) -> CommandLineError {
        let names = ["--help", "--version", "--check", "--config", "--set", "--address", "--log-level"]
        let shown = ConfigurationText.quoted(argument)
        guard argument.utf8.first == UInt8(ascii: "-") else {
            return CommandLineError("unexpected argument \(shown); batond takes options only")
        }
        guard let near = ConfigurationText.nearest(to: split(argument).name, among: names) else {
            return CommandLineError("unknown option \(shown)")
        }
        return CommandLineError("unknown option \(shown); did you mean \(near)?")
    }
}

/// Why a command line is not valid.
struct CommandLineError: Error, Equatable {
    /// One sentence: what is wrong, and with which argument.
    let message: String

    /// Creates an error with a sentence.
    init(_ message: String) {
        self.message = message
    }
}

/// The end of a process that has nothing to serve.
struct CommandLineExit: Error, Equatable {
    /// The exit status, as in sysexits(3).
    enum Status: Int32, Sendable {
        /// Success.
        case success = 0
        /// The command line is wrong (EX_USAGE).
        case usage = 64
        /// Another batond is on the bus, or it is not known where the bus is (EX_UNAVAILABLE).
        case unavailable = 69
        /// The configuration is wrong (EX_CONFIG).
        case configuration = 78
    }

    /// The exit status.
    let status: Status
    /// What to print to standard output, with its line ends.
    var output = ""
    /// What to print to standard error, with its line ends.
    var errorOutput = ""
}
