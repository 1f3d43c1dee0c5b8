// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Testing

/// A real mosquitto on a port of its own, with its files in a folder of the test.
public final class TestBroker {
    /// Its files.
    public let folder = TemporaryFolder()
    /// Where it listens, at 127.0.0.1.
    public let port: UInt16
    /// The broker; nil while it is stopped.
    public private(set) var process: ChildProcess?
    private let lines: String

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - lines: lines of mosquitto.conf below the listener. `FOLDER` is the folder.
    ///   - files: names and texts of files in the folder.
    ///   - prepare: makes further files.
    public init(
        _ lines: String = "allow_anonymous true", files: [String: String] = [:],
        prepare: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        self.lines = lines
        port = try FreePort.find()
        for (name, text) in files { folder.write(text, to: name) }
        try prepare(folder)
        try start()
    }

    /// Starts it, also again after ``stop()``; it keeps nothing over that.
    public func start() throws {
        let text = "listener \(port) 127.0.0.1\npersistence false\nuser root\n\(lines)\n"
        let file = folder.write(text.replacing(placesOf: "FOLDER", with: folder.path), to: "mosquitto.conf")
        let path = "/usr/bin:/bin:/usr/sbin:/sbin"
        let process = try ChildProcess(["/usr/sbin/mosquitto", "-c", file], environment: ["PATH": path])
        try process.waitForOutput { $0.contains("running") }
        self.process = process
    }

    /// Kills it.
    public func stop() {
        process?.kill()
        process = nil
    }

    /// Runs one of mosquitto's own clients to its end.
    public func client(_ program: String, _ arguments: [String]) throws {
        let client = try ChildProcess(
            [program, "-h", "127.0.0.1", "-p", "\(port)"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        try client.waitForEnd()
        #expect(client.exitStatus == 0, "\(program) \(arguments): \(client.printed)")
    }
}
