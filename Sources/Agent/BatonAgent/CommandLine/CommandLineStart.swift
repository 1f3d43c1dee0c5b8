// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonIntake
import BatonLog
import BatonSettings
import BatonValues

/// What batond reads at its start: the command line, the paths and the configuration, checked.
struct CommandLineStart: Sendable, Equatable {
    /// The command line.
    let options: CommandLineOptions
    /// The paths of the files.
    let paths: Paths
    /// The bus to serve.
    let address: String
    /// The configuration in use.
    let loaded: LoadedConfiguration
    /// The level to log at.
    let logLevel: LogLevel
    /// Sentences for the log, as warnings.
    let warnings: [String]
    private let environment: [String: String]

    /// Reads the command line (without the program's name) and the configuration.
    ///
    /// - Throws: ``CommandLineExit`` if there is nothing to serve: help, version, a check, or an error.
    init(arguments: [String], environment: [String: String]) throws(CommandLineExit) {
        let options: CommandLineOptions
        do throws(CommandLineError) {
            options = try CommandLineOptions(arguments)
        } catch {
            let text = "batond: \(error.message)\nTry 'batond --help'.\n"
            throw CommandLineExit(status: .usage, errorOutput: text)
        }
        if options.task == .help { throw CommandLineExit(status: .success, output: CommandLineText.help) }
        if options.task == .version {
            throw CommandLineExit(status: .success, output: "batond \(BatonBus.version)\n")
        }
        let paths = Paths(environment: environment)
        let loaded: LoadedConfiguration
        do throws(ConfigurationError) {
            loaded = try Configuration.load(
                file: options.configurationFile, paths: paths, overrides: options.overrides, keys: .kernel)
        } catch {
            throw CommandLineExit(status: .configuration, errorOutput: CommandLineText.report(error.diagnostics))
        }
        if options.task == .check {
            throw CommandLineExit(
                status: .success, output: CommandLineText.verdict(loaded),
                errorOutput: CommandLineText.report(loaded.warnings))
        }
        guard let address = options.address ?? paths.sessionBusAddress else {
            let text = "batond: no session bus; set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR, or give --address\n"
            throw CommandLineExit(status: .unavailable, errorOutput: text)
        }
        self.init(options: options, paths: paths, address: address, loaded: loaded, environment: environment)
    }

    private init(
        options: CommandLineOptions, paths: Paths, address: String, loaded: LoadedConfiguration,
        environment: [String: String]
    ) {
        self.options = options
        self.paths = paths
        self.address = address
        self.loaded = loaded
        self.environment = environment
        let (level, warning) = LogLevel.effective(
            option: options.logLevel, environment: environment, configuration: loaded.configuration)
        logLevel = level
        warnings = loaded.warnings.map { "\($0.place): \($0.message)" } + (warning.map { [$0] } ?? [])
    }

    /// The same start with the configuration read again, for a reload. `self` stays valid if that fails.
    ///
    /// - Throws: ``ConfigurationError``; the caller changes nothing then.
    func reloaded() throws(ConfigurationError) -> CommandLineStart {
        let loaded = try Configuration.load(
            file: options.configurationFile, paths: paths, overrides: options.overrides, keys: .kernel)
        return CommandLineStart(
            options: options, paths: paths, address: address, loaded: loaded, environment: environment)
    }
}

extension LogLevel {
    /// The level in use: `--log-level`, else `$BATON_LOG`, else the configuration's.
    ///
    /// - Returns: the level, and a warning if `$BATON_LOG` is not a level.
    fileprivate static func effective(
        option: LogLevel?, environment: [String: String], configuration: Configuration
    ) -> (level: LogLevel, warning: String?) {
        if let option { return (option, nil) }
        guard let text = environment["BATON_LOG"], !text.isEmpty else { return (configuration.log.level, nil) }
        if let level = LogLevel(rawValue: ConfigurationText.folded(text)) { return (level, nil) }
        let words = allCases.map(\.rawValue).joined(separator: ", ")
        return (
            configuration.log.level,
            "BATON_LOG=\(ConfigurationText.quoted(text)) is passed over; it wants one of \(words)"
        )
    }
}
