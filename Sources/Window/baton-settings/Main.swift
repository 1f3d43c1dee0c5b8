// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonForms
import BatonReactor
import BatonSettings
import BatonSetup
import BatonTranslation
import BatonValues
import BatonWindows
import Glibc
import SystemPackage

/// The program baton-settings: what Baton does and how it is set up, in a window (docs/settings.md).
@main
enum Main {
    static func main() {
        Catalogue.open(forAll: true)
        let options: SettingsOptions
        do throws(SettingsOptions.Mistake) {
            options = try SettingsOptions(Array(CommandLine.arguments.dropFirst()))
        } catch {
            complain(error.text)
            exit(EX_USAGE)
        }
        switch options.purpose {
        case .help: print(SettingsOptions.help)
        case .version: print("baton-settings \(BatonBus.version)")
        case .show: exit(run(options))
        }
    }

    private static func run(_ options: SettingsOptions) -> Int32 {
        do {
            let reactor = try Reactor()
            // GTK waits for a bus, as soon as it looks for a display.
            if SettingsProgram.busHangs(on: reactor) { WindowApplication.forgoBus() }
            guard WindowApplication.hasDisplay else {
                complain(
                    translated(
                        "There is no display, so no window can be shown. 'batonctl' does the same in a terminal."))
                return EXIT_FAILURE
            }
            let program = SettingsProgram(reactor)
            return withExtendedLifetime(program) { program.run(options) }
        } catch {
            complain(translated("The window cannot be shown: \("\(error)")"))
            return EXIT_FAILURE
        }
    }

    /// A write error is ignored: if the reader has gone, the text cannot be shown.
    private static func complain(_ text: String) {
        _ = try? FileDescriptor.standardError.writeAll("baton-settings: \(text.shown())\n".utf8)
    }
}
