// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonAgent
@testable import BatonLog
@testable import BatonSettings

@Suite("Command line of batond")
struct CommandLineTests {
    private let folder = TemporaryFolder()

    private var environment: [String: String] {
        [
            "XDG_CONFIG_HOME": folder.path, "XDG_CONFIG_DIRS": "\(folder.path)/none",
            "DBUS_SESSION_BUS_ADDRESS": "unix:x",
        ]
    }

    private func exit(_ arguments: [String], _ variables: [String: String]? = nil) -> CommandLineExit? {
        do throws(CommandLineExit) {
            _ = try CommandLineStart(arguments: arguments, environment: variables ?? environment)
            return nil
        } catch {
            return error
        }
    }

    @Test("nothing means run with the defaults")
    func nothing() throws {
        let start = try CommandLineStart(arguments: [], environment: environment)
        #expect(start.options == (try CommandLineOptions([])))
        #expect(start.options.task == .run)
        #expect(start.loaded.configuration == Configuration())
        #expect(start.address == "unix:x")
        #expect(start.logLevel == .info)
        #expect(start.warnings.isEmpty)
    }

    @Test("a value is the next argument or follows '='")
    func values() throws {
        let spaced = try CommandLineOptions([
            "--config", "/f", "--set", "a.b=c", "--set", "d.e=f", "--address", "unix:path=/x", "--log-level", "debug",
        ])
        let attached = try CommandLineOptions([
            "--config=/f", "--set=a.b=c", "--set=d.e=f", "--address=unix:path=/x", "--log-level=DEBUG",
        ])
        #expect(spaced == attached)
        #expect(spaced.configurationFile == "/f")
        #expect(spaced.overrides == ["a.b=c", "d.e=f"])
        #expect(spaced.address == "unix:path=/x")
        #expect(spaced.logLevel == .debug)
    }

    @Test(
        "what is wrong is said, with status 64",
        arguments: [
            (["--chek"], "unknown option '--chek'; did you mean --check?"),
            (["--frobnicate"], "unknown option '--frobnicate'"), (["-x"], "unknown option '-x'"),
            (["serve"], "unexpected argument 'serve'; batond takes options only"),
            ([""], "unexpected argument ''; batond takes options only"),
            (["--config"], "--config wants a value after it"),
            (["--set="], "--set wants a value after it"), (["--check=yes"], "--check takes no value"),
            (
                ["--log-level", "loud"],
                "--log-level wants one of error, warning, notice, info, debug, trace, not 'loud'"
            ),
        ])
    func wrong(_ arguments: [String], _ message: String) {
        let end = exit(arguments)
        #expect(end?.status.rawValue == 64)
        #expect(end?.errorOutput == "batond: \(message)\nTry 'batond --help'.\n")
        #expect(end?.output == "")
    }

    @Test("help and version go to standard output, whatever else is asked")
    func help() {
        for arguments in [["--help"], ["-h", "--check"], ["--version", "--help"]] {
            #expect(exit(arguments) == CommandLineExit(status: .success, output: CommandLineText.help))
        }
        #expect(exit(["--version"])?.output == "batond \(BatonBus.version)\n")
        #expect(CommandLineText.help.split(separator: "\n").allSatisfy { $0.utf8.count <= 79 })
    }

    @Test("--check says what is wrong, with status 78, and needs no bus")
    func check() {
        #expect(exit(["--check"], [:])?.output == "no baton.conf, so the defaults: no mistakes\n")
        let file = folder.write("[log]\nlevl = info\n", to: "baton/baton.conf")
        let usable = exit(["--check"])
        #expect(usable?.status == .success)
        #expect(usable?.output == "\(file): works, with 1 warning\n")
        #expect(
            usable?.errorOutput
                == "\(file):2:1: warning: unknown key 'levl' in [log], it is ignored; did you mean 'level'?\n")
        let wrong = exit(["--check", "--set", "log.level=x"])
        #expect(wrong?.status.rawValue == 78)
        #expect(wrong?.output == "")
        #expect(wrong?.errorOutput.hasPrefix("\(file):2:1: warning: ") == true)
        #expect(wrong?.errorOutput.contains("\n--set 'log.level=x': error: 'level' wants one of ") == true)
    }

    @Test("a wrong configuration ends with status 78, no bus with 69")
    func statuses() {
        #expect(exit(["--config", "/nonexistent/x"])?.status.rawValue == 78)
        #expect(exit([], [:])?.status.rawValue == 69)
        #expect(exit(["--address", "unix:y"], [:]) == nil)
    }

    @Test("--log-level goes before $BATON_LOG, which goes before the file")
    func level() throws {
        folder.write("[log]\nlevel = error\n", to: "baton/baton.conf")
        var variables = environment
        #expect(try CommandLineStart(arguments: [], environment: variables).logLevel == .error)
        variables["BATON_LOG"] = "Trace"
        #expect(try CommandLineStart(arguments: [], environment: variables).logLevel == .trace)
        #expect(try CommandLineStart(arguments: ["--log-level=notice"], environment: variables).logLevel == .notice)
        variables["BATON_LOG"] = "loud"
        let start = try CommandLineStart(arguments: [], environment: variables)
        #expect(start.logLevel == .error)
        #expect(start.warnings.count == 1)
    }

    @Test("a reload reads the file anew, and one with an error changes nothing")
    func reload() throws {
        folder.write("[mpris]\nname = baton\n", to: "baton/baton.conf")
        let start = try CommandLineStart(arguments: ["--set", "log.level=debug"], environment: environment)
        folder.write("[mpris]\nname = both\n", to: "baton/baton.conf")
        let next = try start.reloaded()
        #expect(next.loaded.configuration.mpris.name == .both)
        #expect(next.logLevel == .debug)
        folder.write("[mpris]\nname = x\n", to: "baton/baton.conf")
        #expect(throws: ConfigurationError.self) { try next.reloaded() }
        #expect(next.loaded.configuration.mpris.name == .both)
    }
}
