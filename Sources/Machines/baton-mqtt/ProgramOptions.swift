// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// The command line of baton-mqtt.
struct ProgramOptions: Equatable {
    /// The configuration file; nil for the one that batond reads.
    var file: String?
    var wantsHelp = false
    var wantsVersion = false

    /// What is wrong with a command line.
    struct Mistake: Error, Equatable {
        let text: String
    }

    static let help = """
        Usage: baton-mqtt [--config FILE]

        Connects this machine with others, and with Home Assistant, through the MQTT broker of [mqtt] in baton.conf.
        The systemd unit baton-mqtt.service starts it. SIGHUP reads the file anew.

          --config FILE  Read this file instead of the user's.
          --version      Show the version.
          --help         Show this text.
        """

    init(_ arguments: [String]) throws(Mistake) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--version": wantsVersion = true
            case "--config":
                guard let path = rest.popFirst() else { throw Mistake(text: "--config wants a file") }
                file = path
            default:
                guard word.hasPrefix("--config=") else {
                    throw Mistake(text: "an argument that it does not have; baton-mqtt --help")
                }
                file = String(word.dropFirst("--config=".count))
            }
        }
    }

    /// Reads the configuration.
    func configuration(_ environment: [String: String]) throws(ConfigurationError) -> Configuration {
        try Configuration.load(file: file, paths: Paths(environment: environment), keys: .unchecked).configuration
    }
}
