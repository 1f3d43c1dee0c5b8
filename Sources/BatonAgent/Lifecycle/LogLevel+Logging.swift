// SPDX-License-Identifier: Apache-2.0
internal import Logging

extension LogLevel {
    /// swift-log's level of the same name.
    var loggerLevel: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        case .trace: .trace
        }
    }

    /// The level of the same name; `critical` is an error.
    init(_ level: Logger.Level) {
        switch level {
        case .critical, .error: self = .error
        case .warning: self = .warning
        case .notice: self = .notice
        case .info: self = .info
        case .debug: self = .debug
        case .trace: self = .trace
        }
    }

    /// syslog's number (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    /// The level that counts: `--log-level`, else `$BATON_LOG`, else the configuration's.
    ///
    /// - Returns: the level, and what is wrong with `$BATON_LOG` if it is not a level.
    static func effective(
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
