// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonLog
import BatonReactor
import BatonSettings
import BatonValues
import Glibc
import SystemPackage

/// The program baton-mqtt: this machine for the others of a household, and those for this machine, through an MQTT broker
/// (docs/machines.md). It is a client of the session bus, and batond has no code of it.
@main
enum Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let options: ProgramOptions
        do throws(ProgramOptions.Mistake) {
            options = try ProgramOptions(arguments)
        } catch {
            complain(error.text)
            exit(EX_USAGE)
        }
        // The broker, the bus or who reads may close what this program writes to.
        signal(SIGPIPE, SIG_IGN)
        switch options.task {
        case .version: print("baton-mqtt \(BatonBus.version)")
        case .help: print(ProgramOptions.help)
        case .serve: exit(run(options))
        case .picture(let path): exit(write(PictureFile.read(path)))
        case .check, .hosts, .forget:
            exit(BrokerTool(options: options, output: .standardOutput, show: show, complain: complain).run())
        }
    }

    /// The bytes of a picture, for the service.
    private static func write(_ picture: [UInt8]?) -> Int32 {
        guard let picture, (try? FileDescriptor.standardOutput.writeAll(picture)) != nil else { return EXIT_FAILURE }
        return EX_OK
    }

    /// A line for a program. Who reads it may have gone; then nobody needs the rest.
    private static func show(_ line: String) {
        let text = line.shown(keepsDirections: isatty(STDOUT_FILENO) == 0)
        guard (try? FileDescriptor.standardOutput.writeAll("\(text)\n".utf8)) != nil else { exit(EXIT_FAILURE) }
    }

    /// A write error is ignored: if the reader has gone, the text cannot be shown.
    private static func complain(_ text: String) {
        _ = try? FileDescriptor.standardError.writeAll("baton-mqtt: \(text.shown())\n".utf8)
    }

    private static func run(_ options: ProgramOptions) -> Int32 {
        let environment = Paths.processEnvironment()
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try options.configuration(environment)
        } catch {
            for diagnostic in error.diagnostics { complain("\(diagnostic)") }
            return EX_CONFIG
        }
        guard let address = Paths(environment: environment).sessionBusAddress else {
            complain("no session bus; set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR")
            return EX_UNAVAILABLE
        }
        let log = Log.standardError(level: configuration.log.level, environment: environment)
        do {
            let service = MachineService(
                options: options, configuration: configuration, environment: environment, address: address,
                reactor: try Reactor(),
                logger: log.logger())
            return try service.run()
        } catch {
            log.logger().error("the event loop failed: \(error)")
            return EX_OSERR
        }
    }
}
