// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// The command line of baton-mqtt.
struct ProgramOptions: Equatable {
    /// What the program does.
    enum Task: Equatable {
        /// The service: until a signal ends it.
        case serve
        /// Examines the broker once.
        case check
        /// Prints the machines of the household.
        case hosts
        /// Removes what the broker keeps of this machine.
        case forget
        /// Prints the bytes of a picture, for the service: a file may lie on another machine, and reading it may wait.
        case picture(String)
        case help
        case version
    }

    var task = Task.serve
    /// The configuration file; nil for the one that batond reads.
    var file: String?
    /// Whether the configuration comes from standard input: the password in the first line, the text below it.
    var readsInput = false
    /// Whether each change of the machines is printed.
    var isFollowing = false

    /// What is wrong with a command line.
    struct Mistake: Error, Equatable {
        let text: String
    }

    static let help = """
        Usage: baton-mqtt [--config FILE] [--check | --hosts [--follow] | --forget]

        Connects this machine with others, and with Home Assistant, through the MQTT broker of [mqtt] in baton.conf.
        The systemd unit baton-mqtt.service starts it; 'batonctl setup --mqtt' sets it up. SIGHUP reads the file anew.

          --config FILE  Read this file instead of the user's.
          --check        Examine the broker, print what was found as a line of JSON, and end.
          --hosts        Print a line of JSON for each machine that the broker knows, and end.
          --follow       With --hosts: print a line for each change too, until it is ended.
          --forget       Remove all that the broker keeps of this machine, also for Home Assistant.
          --version      Show the version.
          --help         Show this text.

        'batonctl hosts', 'batonctl doctor' and 'batonctl mqtt --forget' use these, and print for people.
        """

    init(_ arguments: [String]) throws(Mistake) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": task = .help
            case "--version": task = .version
            case "--check": try choose(.check)
            case "--hosts": try choose(.hosts)
            case "--forget": try choose(.forget)
            case "--follow": isFollowing = true
            // For the service itself.
            case "--picture":
                guard let path = rest.popFirst() else { throw Mistake(text: "--picture wants a file") }
                try choose(.picture(path))
            // For `batonctl setup --mqtt`, which tries a configuration before it is written.
            case "--config-from-input": readsInput = true
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
        guard !isFollowing || task == .hosts || task == .help else { throw Mistake(text: "--follow is for --hosts") }
    }

    private mutating func choose(_ new: Task) throws(Mistake) {
        guard [.serve, new].contains(task) else {
            throw Mistake(text: "one of --check, --hosts and --forget at a time")
        }
        task = new
    }

    /// Reads the configuration.
    func configuration(_ environment: [String: String]) throws(ConfigurationError) -> Configuration {
        try Configuration.load(file: file, paths: Paths(environment: environment), keys: .unchecked).configuration
    }
}
