// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

/// `batonctl setup --mqtt` with a real baton-mqtt and a real mosquitto: what is asked, tried, written, and taken back.
@Suite(.serialized) struct MQTTSetupTests {
    private let home = TemporaryFolder()
    private var file: String { "\(home.path)/baton/baton.conf" }
    private var password: String { "\(home.path)/baton/mqtt-password" }

    private var environment: [String: String] {
        [
            "HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": "\(home.path)/state",
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "TERM": "dumb",
        ]
    }

    private func setup(_ arguments: String...) throws -> (status: Int32?, output: String) {
        try run([ChildProcess.built("batonctl"), "setup", "--mqtt"] + arguments)
    }

    private func run(_ words: [String]) throws -> (status: Int32?, output: String) {
        let process = try ChildProcess(words, environment: environment)
        try process.waitForEnd()
        return (process.exitStatus, process.printed)
    }

    /// Answers its questions at a terminal.
    private func talk(_ answers: [String]) throws -> (status: Int32?, output: String) {
        home.write(answers.map { "\($0)\n" }.joined(), to: "answers")
        return try run([
            "/bin/sh", "-c",
            "script -qec '\(ChildProcess.built("batonctl")) setup --mqtt' /dev/null < \(home.path)/answers",
        ])
    }

    private func text(_ path: String) -> String {
        home.read(String(path.dropFirst("\(home.path)/".count))) ?? ""
    }

    private func secured() throws -> TestBroker {
        try TestBroker("password_file FOLDER/users") { folder in
            let users = folder.write("", to: "users")
            try ChildProcess(
                ["/usr/bin/mosquitto_passwd", "-b", users, "anna", "se cret"], environment: ["PATH": "/usr/bin"]
            ).waitForEnd()
        }
    }

    @Test("what was agreed to is written, the password to a file of its own, and all of it can be taken back")
    func writtenAndTakenBack() throws {
        let broker = try secured()
        home.write("# mine\n[undo]\nmode = immediate\n", to: "baton/baton.conf")
        let before = text(file)
        let source = home.write("se cret\n", to: "typed")
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let (status, output) = try setup(
            "--broker", address, "--user", "anna", "--password-file", source, "--yes")
        #expect(status == 0, "\(output)")
        #expect(text(file).contains("broker = \(address)\n"), "\(text(file))")
        #expect(text(file).contains("password-file = \(password)\n"))
        #expect(text(password) == "se cret\n")
        var facts = stat()
        #expect(stat(password, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(!output.contains("se cret"))
        // A second run changes what it wrote.
        #expect(try setup("--broker", address, "--user", "anna", "--yes").status == 0)
        #expect(text(file).contains("broker = \(address)\n"), "\(text(file))")
        #expect(try setup("--revert").status == 0)
        #expect(text(file) == before)
        #expect(access(password, F_OK) != 0)
    }

    @Test("a broker that cannot be used changes nothing, and neither does a dry run or a missing consent")
    func unchanged() throws {
        let broker = try secured()
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let source = home.write("wrong\n", to: "typed")
        let refused = try setup("--broker", address, "--user", "anna", "--password-file", source, "--yes")
        #expect(refused.status == 1)
        #expect(refused.output.contains("refuses the user or the password"), "\(refused.output)")
        home.write("se cret\n", to: "typed")
        let dry = try setup("--broker", address, "--user", "anna", "--password-file", source, "--dry-run")
        #expect(dry.status == 0, "\(dry.output)")
        #expect(dry.output.contains("+broker = \(address)"), "\(dry.output)")
        #expect(try setup("--broker", address, "--user", "anna", "--password-file", source).status == 1)
        #expect(try setup("--broker", "mqtt://", "--yes").status == 64)
        #expect(access(file, F_OK) != 0 && access(password, F_OK) != 0)
    }

    @Test("a person is asked for each thing, and the password is not shown")
    func conversation() throws {
        let broker = try secured()
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let (_, output) = try talk([
            "nonsense//", address, "anna", "se cret", "livingroom, kitchen", "y", "n", "y", "y",
        ])
        #expect(text(file).contains("follow = livingroom, kitchen\n"), "\(output)\n\(text(file))")
        #expect(text(file).contains("interruptions = both\n"))
        #expect(text(file).contains("home-assistant = yes\n"))
        #expect(!text(file).contains("titles"))
        #expect(text(password) == "se cret\n")
    }

    @Test("a person who says no at the end has changed nothing")
    func declined() throws {
        let broker = try TestBroker()
        _ = try talk(["mqtt://127.0.0.1:\(broker.port)", "-", "-", "n", "n", "n", "n"])
        #expect(access(file, F_OK) != 0)
    }
}
