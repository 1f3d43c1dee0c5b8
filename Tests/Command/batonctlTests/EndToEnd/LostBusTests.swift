// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

/// `batonctl` on a bus that closes the connection while batonctl connects.
@Suite struct LostBusTests {
    /// Where the bus closes it.
    enum Step: CaseIterable, Sendable {
        case atOnce, withOneLongLine, withLines, afterTheQuestion, afterItsAnswer, afterTheDescriptors,
            afterTheBeginning
    }

    @Test("a bus that closes the connection at any step of the start ends the command", arguments: Step.allCases)
    func ends(_ step: Step) throws {
        let folder = TemporaryFolder()
        let bus = try ListeningSocket(folder.path + "/bus")
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"]
        // Which side is faster is chance, so each is tried more than once.
        for arguments in [
            ["players"], ["status"], ["list"], ["next"], ["-p", "vlc", "volume", "0.3"], ["status", "-F"],
        ] {
            for _ in 0..<3 {
                let child = try ChildProcess([Stage.program("batonctl")] + arguments, environment: environment)
                let ends = child.waitUntil(watching: [bus.descriptor]) {
                    while let client = bus.accepted() { Self.serve(client, step) }
                    return child.hasEnded
                }
                try #require(ends, "batonctl \(arguments) sleeps after \(BusStage.patience)")
                #expect(child.status != 0 && !child.errors.isEmpty, "\(arguments): \(child.errors)")
            }
        }
    }

    @Test(
        "a bus that is full is told as one that is not there, with its reason",
        arguments: [
            ("players", 2), ("info", 2), ("monitor", 2), ("send next", 2), ("pin a", 2), ("status", 1), ("list", 1),
            ("next", 1),
            ("volume 0.3", 1), ("status -F", 1), ("-p a next", 1),
        ])
    func full(_ typed: String, _ status: Int32) throws {
        let stage = try Stage()
        let (bus, configuration) = (stage.directory.path + "/full", stage.directory.appending(path: "full.conf"))
        let text = """
            <busconfig><listen>unix:path=\(bus)</listen><policy context="default"><allow user="*"/>
            <allow send_destination="*"/></policy><limit name="max_connections_per_user">0</limit></busconfig>
            """
        try text.write(to: configuration, atomically: false, encoding: .utf8)
        let daemon = try ChildProcess(
            ["dbus-daemon", "--nofork", "--config-file=\(configuration.path)"], environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { access(bus, F_OK) == 0 })
        let child = try ChildProcess(
            [Stage.program("batonctl")] + typed.split(separator: " ").map(String.init),
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus)"])
        #expect(try child.waited(on: stage) == status)
        let start = status == 2 ? "Could not connect to Baton: " : "Could not connect to players: "
        #expect(child.errors.hasPrefix(start + "The maximum number of active connections"), "\(child.errors)")
        daemon.kill()
    }

    private static func serve(_ client: Int32, _ step: Step) {
        defer { close(client) }
        switch step {
        case .atOnce: break
        case .withOneLongLine: say(String(repeating: "x", count: 5000), to: client)
        case .withLines: say(String(repeating: "x\r\n", count: 1000), to: client)
        default: greet(client, step)
        }
    }

    /// The authentication, up to the step.
    private static func greet(_ client: Int32, _ step: Step) {
        guard hears("AUTH EXTERNAL", from: client), step != .afterTheQuestion else { return }
        say("OK 0123456789abcdef0123456789abcdef\r\n", to: client)
        guard step != .afterItsAnswer, hears("NEGOTIATE_UNIX_FD", from: client) else { return }
        say("AGREE_UNIX_FD\r\n", to: client)
        guard step != .afterTheDescriptors else { return }
        _ = hears("BEGIN", from: client)
    }

    private static func say(_ text: String, to client: Int32) {
        _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads until the word has come; false at the end of the connection.
    private static func hears(_ word: String, from client: Int32) -> Bool {
        var heard: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: heard, as: UTF8.self).contains(word) {
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return false }
            heard += buffer[..<count]
        }
        return true
    }
}
