// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Foundation

/// A /sys and a /dev for one test. umockdev's preloaded library shows them to the programs that the test runs.
final class MockMachine {
    let reactor: Reactor
    let root: String
    /// The sensors, which are fed as long as the machine exists.
    private(set) var sensors: [MockSensor] = []
    /// umockdev-run, which answers the ioctls of the nodes.
    private let server: ChildProcess

    init() throws {
        reactor = try Reactor()
        // Ends when umockdev-run does.
        let script = "echo \"$UMOCKDEV_DIR\"; exec tail -s 0.2 --pid=$PPID -f /dev/null"
        let server = try ChildProcess(["umockdev-run", "--", "sh", "-c", script], environment: ["PATH": Self.path])
        guard reactor.turn(until: { server.printed.contains("\n") || server.hasEnded }), !server.hasEnded else {
            throw Failure(description: "umockdev-run: \(server.printed)")
        }
        self.server = server
        root = server.printed.trimmingCharacters(in: .newlines)
        // Programs of other users read it too.
        for (path, mode) in [("", 0o755), ("/ioctl", 0o755), ("/ioctl/_default", 0o777)] as [(String, mode_t)] {
            chmod(root + path, mode)
        }
        for folder in ["sys/devices", "dev"] { try makeFolder(folder) }
    }

    deinit {
        server.kill()
        try? FileManager.default.removeItem(atPath: root)
    }

    /// Adds a sensor.
    @discardableResult
    func add(_ shape: MockShape = MockShape()) throws -> MockSensor {
        let sensor = try MockSensor(shape, in: self)
        sensors.append(sensor)
        return sensor
    }

    /// Adds a hwmon device, which libiio lists too.
    func addHardwareMonitor() throws {
        try makeFolder("sys/devices/virtual/hwmon/hwmon0")
        try write("acpitz", to: "sys/devices/virtual/hwmon/hwmon0/name")
        try write("42000", to: "sys/devices/virtual/hwmon/hwmon0/temp1_input")
        try makeFolder("sys/class/hwmon")
        try link("sys/class/hwmon/hwmon0", to: "../../devices/virtual/hwmon/hwmon0")
    }

    /// Runs baton-iio-probe in the machine.
    func probe(
        _ arguments: String..., asNobody: Bool = false, variables: [String: String] = [:]
    ) throws -> Probe {
        var command = ["umockdev-wrapper", ChildProcess.built("baton-iio-probe")] + arguments
        if asNobody, getuid() == 0 {
            // The user nobody may not be able to read the build's folder, so the program is copied. A shell copies it,
            // because a file that this process writes is busy (ETXTBSY) until every child that inherited the descriptor
            // has closed it.
            let script = """
                cp "$0" "$UMOCKDEV_DIR/probe" && chmod 755 "$UMOCKDEV_DIR/probe" && exec setpriv --reuid=65534 --regid=65534 --clear-groups \
                umockdev-wrapper "$UMOCKDEV_DIR/probe" "$@"
                """
            command = ["sh", "-c", script, command[1]] + arguments
        }
        return try Probe(command, environment: environment.merging(variables) { $1 }, reactor: reactor)
    }

    /// Runs another program in the machine.
    func run(_ command: String...) throws -> ChildProcess {
        try ChildProcess(["umockdev-wrapper"] + command, environment: environment)
    }

    var environment: [String: String] { ["PATH": Self.path, "UMOCKDEV_DIR": root] }

    private static let path = "/usr/sbin:/usr/bin:/sbin:/bin"

    // MARK: Files, by their path below the root

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
    }

    func write(_ text: String, to path: String) throws {
        try (text + "\n").write(toFile: root + "/" + path, atomically: false, encoding: .utf8)
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root + "/" + path, withDestinationPath: target)
    }

    /// Why the machine could not be made.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// An error of a system call.
    struct Errno: Error {
        let number: Int32
        init(_ number: Int32) { self.number = number }
    }
}
