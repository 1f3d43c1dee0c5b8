// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// The texts that batond prints.
enum CommandLineText {
    /// The answer to `--help`.
    static let help = """
        Usage: batond [OPTION]...
        Sends media keys to the player that you are listening to.

          --config FILE       read FILE instead of ~/.config/baton/baton.conf
          --set SECTION.KEY=VALUE
                              override the file; may be repeated
          --check             check the configuration, then exit
          --address BUS       use the D-Bus at this address instead of the session's
          --log-level LEVEL   error, warning, notice, info, debug or trace
          --help, --version   print this, or the version, then exit

        Exit status: 0 all is well, 64 wrong command line, 69 another batond is on the
        bus, or it is not known where the bus is, 71 the event loop failed, 78 wrong
        configuration. A bus that cannot be reached is tried again until it can.

        """

    /// Diagnostics as lines.
    static func report(_ diagnostics: [ConfigurationDiagnostic]) -> String {
        diagnostics.map { "\($0)\n" }.joined()
    }

    /// The output of `--check` for a configuration that can be used.
    static func verdict(_ loaded: LoadedConfiguration) -> String {
        let name = loaded.file ?? "no baton.conf, so the defaults"
        switch loaded.warnings.count {
        case 0: return "\(name): no mistakes\n"
        case 1: return "\(name): works, with 1 warning\n"
        case let count: return "\(name): works, with \(count) warnings\n"
        }
    }
}
