// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// The texts that batond prints.
enum CommandLineText {
    /// The answer to `--help`.
    static let help = """
        Usage: batond [OPTION]...
        Hands each media command to the player that should have it.

          --config FILE       read FILE instead of ~/.config/baton/baton.conf
          --set SECTION.KEY=VALUE
                              go before the file; may be repeated
          --check             say what is wrong with the configuration, then exit
          --address BUS       serve the D-Bus at this address instead of the session's
          --log-level LEVEL   error, warning, notice, info, debug or trace
          --help, --version   print this, or the version, then exit

        Exit status: 0 in order, 64 wrong usage, 69 no bus, 71 the event loop failed,
        78 wrong configuration.

        """

    /// Diagnostics as lines.
    static func report(_ diagnostics: [ConfigurationDiagnostic]) -> String {
        diagnostics.map { "\($0)\n" }.joined()
    }

    /// The output of `--check` for a configuration that can be used.
    static func verdict(_ loaded: LoadedConfiguration) -> String {
        let name = loaded.file ?? "no file, so the defaults"
        switch loaded.warnings.count {
        case 0: return "\(name): in order\n"
        case 1: return "\(name): usable, 1 warning\n"
        case let count: return "\(name): usable, \(count) warnings\n"
        }
    }
}
