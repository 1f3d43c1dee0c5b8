// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonMachinesLink
import BatonTestSupport
import Glibc
import Testing

/// `baton-mqtt --check`, `--hosts` and `--forget`, and the commands of batonctl above them, at a real mosquitto.
@Suite(.serialized) struct BrokerToolTests {
    private let home = TemporaryFolder()

    /// Writes the user's configuration.
    private func configure(_ broker: TestBroker, _ lines: String = "") {
        home.write(
            "[mqtt]\nbroker = mqtt://127.0.0.1:\(broker.port)\nname = laptop\n\(lines)\n", to: "baton/baton.conf")
    }

    private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32?, output: String) {
        let process = try ChildProcess(
            [ChildProcess.built(program)] + arguments,
            environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": "\(home.path)/state",
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
            ])
        try process.waitForEnd()
        return (process.exitStatus, process.printed)
    }

    private func check() throws -> BrokerReport {
        let output = try run("baton-mqtt", ["--check"]).output
        let line = output.split(separator: "\n").first { $0.hasPrefix("{") } ?? ""
        return try #require(BrokerReport(JSONReader.read(Array(line.utf8))), "\(output)")
    }

    @Test("a broker that answers is told with its latency, and that nobody knows of this machine yet")
    func connected() throws {
        let broker = try TestBroker("allow_anonymous true\nset_tcp_nodelay true")
        configure(broker)
        let report = try check()
        #expect(report.state == .connected)
        #expect(report.speaksVersion5)
        #expect(try #require(report.latency) < .seconds(1))
        #expect(report.refused == [])
        #expect(report.name == "laptop")
        #expect(!report.isTold)
    }

    @Test("a broker that holds small packets back for an acknowledgement is told from one that does not")
    func held() throws {
        let broker = try TestBroker()
        configure(broker)
        #expect(try check().holdsBack)
        #expect(try run("batonctl", ["mqtt"]).output.contains("set_tcp_nodelay true"))
    }

    @Test("no broker, a closed port, and a wrong password have words of their own")
    func failures() throws {
        home.write("[mqtt]\nbroker = mqtt://127.0.0.1:\(try FreePort.find())\n", to: "baton/baton.conf")
        #expect(try check().code == .unreachable)
        let broker = try TestBroker("password_file FOLDER/users") { folder in
            let file = folder.write("", to: "users")
            try ChildProcess(
                ["/usr/bin/mosquitto_passwd", "-b", file, "anna", "right"], environment: ["PATH": "/usr/bin"]
            ).waitForEnd()
        }
        home.write("wrong\n", to: "password")
        configure(broker, "user = anna\npassword-file = \(home.path)/password")
        // mosquitto does not say which of the two.
        #expect(try check().code == .notAllowed)
        home.write("right\n", to: "password")
        #expect(try check().state == .connected)
        home.write("", to: "baton/baton.conf")
        #expect(try check().state == .none)
        #expect(try run("batonctl", ["hosts"]).status == 1)
    }

    @Test("a topic that the list of rights refuses is named")
    func refused() throws {
        let broker = try TestBroker("allow_anonymous true\nacl_file FOLDER/acl", files: ["acl": "topic read baton/#\n"])
        configure(broker)
        #expect(try check().refused == ["baton/laptop/check"])
        let (status, output) = try run("batonctl", ["mqtt"])
        #expect(status == 1)
        #expect(output.contains("baton/laptop/check"), "\(output)")
    }

    @Test("the machines are listed with what plays there, and texts of others reach no terminal raw")
    func hosts() throws {
        let broker = try TestBroker()
        configure(broker, "follow = livingroom, kitchen")
        for (topic, text) in [
            ("livingroom/available", "online"), ("livingroom/about", #"{"id":"0123456789abcdef0123456789abcdef"}"#),
            ("livingroom/now", #"{"status":"playing","player":"mpv","title":"So\u001b[31m\u202eWhat"}"#),
            ("attic/available", "offline"), ("attic/about", #"{"id":"1123456789abcdef0123456789abcdef"}"#),
        ] {
            try broker.client("mosquitto_pub", ["-r", "-t", "baton/\(topic)", "-m", text])
        }
        let (status, output) = try run("batonctl", ["hosts"])
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 3, "\(output)")
        #expect(lines.last?.contains("livingroom  there  yes") == true, "\(output)")
        #expect(!output.utf8.contains(0x1b))
        // The lines of --follow are text for people too, wherever they go.
        let follower = try ChildProcess(
            [ChildProcess.built("batonctl"), "hosts", "--follow"],
            environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ])
        try follower.waitForOutput { $0.contains("mpv") && $0.contains("attic") }
        let followed = follower.printed
        follower.kill()
        #expect(followed.contains("attic") && !followed.unicodeScalars.contains { $0.value == 0x202E }, "\(followed)")
        let first = try run("batonctl", ["hosts", "--json"]).output.split(separator: "\n").first ?? ""
        #expect(try HostReport(JSONReader.read(Array(first.utf8)))?.name == "attic")
    }

    /// The list that goes on, with its output in a pipe.
    private func follow() throws -> ChildProcess {
        try ChildProcess(
            [ChildProcess.built("baton-mqtt"), "--hosts", "--follow"],
            environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ])
    }

    @Test("a list that goes on says that the broker is lost, and tells all machines anew when it is back")
    func lostBroker() throws {
        let broker = try TestBroker()
        configure(broker)
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/attic/available", "-m", "online"])
        let list = try follow()
        try list.waitForOutput { $0.contains("attic") }
        #expect(list.printed.split(separator: "\n").first?.contains(#""state":"connected""#) == true, "\(list.printed)")
        broker.stop()
        try list.waitForOutput { $0.contains(#""state":"failed""#) }
        try broker.start()
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/den/available", "-m", "online"])
        try list.waitForOutput { $0.contains("den") }
        let parts = list.printed.split(separator: #""state":"failed""#)
        let after = try #require(parts.last.map(String.init))
        #expect(after.contains(#""state":"connected""#) && !after.contains("attic"), "\(list.printed)")
        list.kill()
    }

    @Test("batonctl hosts --follow says that the broker is lost, and lists the machines when it is back")
    func lostBrokerInWords() throws {
        let broker = try TestBroker()
        configure(broker)
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/attic/available", "-m", "online"])
        let list = try ChildProcess(
            [ChildProcess.built("batonctl"), "hosts", "--follow"],
            environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ])
        try list.waitForOutput { $0.contains("attic") }
        broker.stop()
        try list.waitForOutput { $0.contains("mqtt://127.0.0.1:\(broker.port)") }
        try broker.start()
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/den/available", "-m", "online"])
        try list.waitForOutput { $0.contains("den") }
        #expect(!list.printed.contains("{") && !list.printed.contains("laptop"), "\(list.printed)")
        list.kill()
    }

    @Test("a list that goes on ends when nobody can read it any more, also if it has nothing to say")
    func nobodyReads() throws {
        let broker = try TestBroker()
        configure(broker)
        let shell = try ChildProcess(
            ["/bin/sh", "-c", "{ \(ChildProcess.built("baton-mqtt")) --hosts --follow; echo ended >&2; } | head -n 1"],
            environment: [
                "HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ])
        try shell.waitForOutput { $0.contains("ended") }
    }

    @Test("forgetting removes every topic of this machine and its entities, and nothing of others")
    func forget() throws {
        let broker = try TestBroker()
        let stage = try MachineStage("laptop", at: broker, "home-assistant = yes", on: try BusStage().reactor)
        configure(broker)
        let isRefused = try run("batonctl", ["mqtt", "--forget"])
        #expect(isRefused.status == 1, "\(isRefused.output)")
        #expect(isRefused.output.contains("baton-mqtt runs"), "\(isRefused.output)")
        stage.killBridge()
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/attic/about", "-m", "{}"])
        try broker.client("mosquitto_pub", ["-r", "-t", "homeassistant/sensor/x/y/config", "-m", "{}"])
        let kept = try topics(at: broker)
        #expect(kept.contains { $0.hasPrefix("homeassistant/sensor/baton-") }, "\(kept)")
        // The broker tells of the killed one by its will.
        try #require(stage.turn { try topics(at: broker).contains("baton/laptop/available") })
        let (status, output) = try run("batonctl", ["mqtt", "--forget"])
        #expect(status == 0, "\(output)")
        #expect(try topics(at: broker) == ["baton/attic/about", "homeassistant/sensor/x/y/config"])
    }

    @Test("what the configuration does not allow any more is no entity any more")
    func fewerEntities() throws {
        let broker = try TestBroker()
        let lines = "home-assistant = yes\nallow = playback\nallow = pin\nallow = settings\npictures = yes"
        let stage = try MachineStage("laptop", at: broker, lines, on: try BusStage().reactor)
        func entities() throws -> Set<String> {
            Set(
                try topics(at: broker).filter { $0.hasPrefix("homeassistant/") }.map {
                    String($0.split(separator: "/").dropLast().last ?? "")
                })
        }
        try #require(stage.turn { try entities().isSuperset(of: ["pause", "pin", "title", "picture"]) })
        stage.configure("home-assistant = yes\nallow = sleep\ntitles = no")
        try stage.reload()
        var left: Set<String> = []
        let isDone = try stage.turn {
            left = try entities()
            return left.isDisjoint(with: ["pause", "pin", "shake", "title", "picture"])
        }
        #expect(isDone && left.contains("state"), "\(left)")
    }

    /// The topics at which the broker keeps something.
    private func topics(at broker: TestBroker) throws -> [String] {
        let client = try ChildProcess(
            [
                "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "#", "-F", "%t", "--retained-only",
                "-W", "1",
            ], environment: ["PATH": "/usr/bin:/bin"])
        try client.waitForEnd()
        return client.printed.split(separator: "\n").map(String.init).filter { $0.contains("/") }.sorted()
    }
}
