// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonMotionSupport
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonMotionReport
@testable import batonctl

/// The commands that read the sensor's stream, as processes with an agent that returns a real pipe.
@Suite struct MotionTests {
    private let records = MotionSignal.shakes([25]).samples.map(StreamRecord.sample)

    private func phases() -> [StreamRecord] {
        let phases: [MotionPhase] = [
            .began(at: .milliseconds(2300)), .ended(at: .milliseconds(3200), duration: .milliseconds(600)),
        ]
        return phases.map(StreamRecord.phase)
    }

    /// Runs a command that opens a stream until it has been opened.
    private func start(_ stage: Stage, _ agent: StubMotionAgent, _ arguments: String...) throws -> ChildProcess {
        let child = try stage.start("batonctl", arguments)
        try #require(stage.turn { agent.hasReader || child.hasEnded })
        #expect(!child.hasEnded, "\(child.errors)")
        return child
    }

    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    // MARK: record

    @Test(
        "record writes the header and each sample, and after Ctrl-C the file is complete", arguments: [SIGINT, SIGTERM])
    func records(_ signal: Int32) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let path = stage.directory.appending(path: "a.csv").path
        let child = try start(stage, agent, "record", path)
        agent.write(records + phases())
        try #require(stage.turn { text(path).split(separator: "\n").count >= 250 })
        kill(child.identifier, signal)
        #expect(try child.waited(on: stage) == 0)
        #expect(child.errors == "250 samples in \(path)\n")
        let recording = try RecordingReader.read(text(path))
        #expect(recording.samples.count == 250)
        #expect(recording.value(of: "device") == "accel_3d")
        #expect(recording.value(of: "rate_hz") == "50")
        #expect(recording.value(of: "mount_matrix") == "0 1 0 -1 0 0 0 0 1")
        #expect(recording.value(of: "source") == "poll")
        #expect(recording.isInDeviceFrame && recording.value(of: "sign") == "hid")
    }

    @Test("record ends by itself after --seconds, and writes to standard output for '-'")
    func recordsForAWhile() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, "record", "-", "--seconds", "2")
        agent.write(records)
        #expect(try child.waited(on: stage) == 0)
        #expect(try RecordingReader.read(child.output).samples.count == 250)
        #expect(child.errors == "250 samples\n")
    }

    @Test("record overwrites a file only with --force, and checks that before it opens a stream")
    func refusesOverwriting() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let path = stage.directory.appending(path: "a.csv").path
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try stage.run("record", path) == (1, "", "\(path) exists already; --force overwrites it.\n"))
        #expect(text(path) == "mine")
        let link = stage.directory.appending(path: "link.csv").path
        symlink(path, link)
        let linked = try stage.run("record", link, "--force")
        #expect(linked == (1, "", "\(link) is a symbolic link, which is not followed.\n"))
        #expect(text(path) == "mine")
        #expect(!agent.hasReader)
        let child = try start(stage, agent, "record", path, "--force", "--seconds", "0.1")
        agent.write(records)
        #expect(try child.waited(on: stage) == 0)
        #expect(text(path).hasPrefix("# device: accel_3d\n"))
    }

    @Test("a slow recorder reports the samples it lost")
    func tellsLoss() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let path = stage.directory.appending(path: "a.csv").path
        let child = try start(stage, agent, "record", path)
        try #require(StoppedProcess.stop(child.identifier))
        var many = MotionSignal()
        many.rest(60)
        agent.write(many.samples.map(StreamRecord.sample))
        kill(child.identifier, SIGCONT)
        try #require(stage.turn { text(path).split(separator: "\n").count >= 1600 })
        // The next record that fits has the number of those that did not.
        agent.write([.lost(count: 1362, at: .seconds(61)), .sample(SensorSample(at: .seconds(62), x: 0, y: 0, z: 9))])
        try #require(stage.turn { text(path).hasSuffix(",9.0000\n") })
        kill(child.identifier, SIGINT)
        #expect(try child.waited(on: stage) == 0)
        #expect(child.errors.contains("1362 samples were lost"))
        #expect(try RecordingReader.read(text(path)).samples.count > 1600)
    }

    @Test("a stream that ends early is an error, and the file keeps the samples received")
    func reportsEarlyEnd() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let path = stage.directory.appending(path: "a.csv").path
        let child = try start(stage, agent, "record", path)
        agent.write(Array(records[..<100]))
        agent.close()
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors.contains("100 samples"))
        #expect(
            child.errors.hasSuffix("The sensor's data ended early. Baton says: accel_3d, polled at 50 Hz.\n"))
        #expect(try RecordingReader.read(text(path)).samples.count == 100)
    }

    @Test("an agent that leaves the bus ends a stream with status 2")
    func reportsAgentsEnd() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, "record", "-")
        agent.write(Array(records[..<10]))
        try #require(stage.turn { child.lines.count >= 10 })
        stage.disconnect(agent.connection)
        agent.close()
        #expect(try child.waited(on: stage) == 2)
        #expect(child.errors.hasSuffix("The sensor's data ended early: Baton was stopped.\n"))
    }

    @Test(
        "a file that cannot be written ends the recording, with the reason", arguments: ["/dev/full", "/nowhere/a.csv"])
    func reportsFullDisk(_ path: String) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try stage.start("batonctl", ["record", path])
        try #require(stage.turn { agent.hasReader || child.hasEnded })
        agent.write(records)
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors.hasPrefix("Could not write \(path): No s"))
    }

    @Test("a stream of another version is refused, in its format or in its records")
    func refusesVersion() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, "record", "-")
        agent.write([UInt8](repeating: 7, count: 40))
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors.contains("Baton sends the sensor's data in version 7, and this batonctl reads up to 2."))
        agent.format = StubMotionAgent.format.map { $0.0 == "version" ? ("version", .uint32(3)) : $0 }
        let announced = try stage.run("motion")
        #expect(announced.status == 1)
        #expect(
            announced.errors.hasPrefix("Baton sends the sensor's data in version 3, and this batonctl reads up to 2."))
    }

    // MARK: motion

    @Test("without a terminal motion prints a line a second and one for each phase, and no escape sequences")
    func printsLines() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, "motion")
        agent.write(Array(records[..<120]) + phases() + Array(records[120...]))
        try #require(stage.turn { child.lines.count >= 7 })
        kill(child.identifier, SIGINT)
        #expect(try child.waited(on: stage) == 0)
        #expect(child.lines[0] == "accel_3d, polled, sensitivity medium, longest shake 4 s")
        #expect(child.lines.contains("    2.30 s  began"))
        #expect(child.lines.contains("    3.20 s  ended, 0.6 s"))
        #expect(child.lines.contains { $0.contains("z   9.81") && $0.contains("50 Hz") && $0.hasSuffix("face-up") })
        #expect(!child.output.contains("\u{1b}"))
    }

    @Test("in a terminal motion draws on the alternate screen, and restores the former one")
    func drawsInTerminal() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try ChildProcess(
            [
                "script", "-qec", "stty cols 90 rows 30; exec '\(Stage.program("batonctl"))' motion", "/dev/null",
            ],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
            ])
        try #require(stage.turn { agent.hasReader })
        agent.write(records + phases())
        try #require(stage.turn { child.output.contains("ended, 0.6 s") })
        agent.close()
        #expect(try child.waited(on: stage) == 1)
        let output = child.output
        #expect(output.hasPrefix("\u{1b}[?1049h\u{1b}[?25l"))
        #expect(output.contains("\u{1b}[?25h\u{1b}[?1049l"))
        #expect(output.contains("face-up") && output.contains("a shake "))
        #expect(output.hasSuffix("The sensor's data ended early. Baton says: accel_3d, polled at 50 Hz.\r\n"))
    }

    @Test("motion draws at most twenty times a second")
    func drawsSlowly() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try ChildProcess(
            ["script", "-qec", "exec '\(Stage.program("batonctl"))' motion", "/dev/null"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "TERM": "xterm"])
        try #require(stage.turn { agent.hasReader })
        let clock = ContinuousClock()
        let start = clock.now
        var signal = MotionSignal(rate: 1000)
        signal.rest(1)
        for sample in signal.samples.prefix(400) {
            agent.write([.sample(sample)])
            _ = try stage.reactor.turn(timeout: .milliseconds(1))
        }
        agent.close()
        #expect(try child.waited(on: stage) == 1)
        let frames = child.output.components(separatedBy: "\u{1b}[?2026h").count - 1
        let seconds = (clock.now - start) / .seconds(1)
        #expect(Double(frames) <= seconds * 20 + 2, "\(frames) frames in \(seconds) s")
    }

    @Test("a picture is drawn from the live signal and from a recording")
    func drawsPictures() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let path = stage.directory.appending(path: "a.svg").path
        let child = try start(stage, agent, "motion", "--svg", path, "--seconds", "2")
        agent.write(records + phases())
        #expect(try child.waited(on: stage) == 0, "\(child.errors)")
        #expect(text(path).contains("1 shake in 5.0 s") && text(path).contains("ended, 0.6 s"))
        #expect(text(path).contains("accel_3d  ·  50 Hz  ·  polled"))
        let recording = stage.directory.appending(path: "a.csv").path
        try MotionSignal.shakes([30, 30]).text.write(toFile: recording, atomically: true, encoding: .utf8)
        #expect(try stage.run("motion", "--svg", path, "--from", recording).status == 1)
        #expect(try stage.run("motion", "--svg", path, "--from", recording, "--force").status == 0)
        #expect(text(path).contains("2 shakes in 8.0 s") && text(path).contains("made up, 50 Hz"))
        let piped = try stage.run("motion", "--svg", "-", "--from", recording, "--sensitivity", "low")
        #expect(piped.output.hasPrefix("<svg ") && piped.output.contains("sensitivity low"))
    }

    // MARK: replay and calibrate

    @Test("replay needs no agent and no bus")
    func replays() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "baton-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "a.csv").path
        try MotionSignal.shakes([30, 5]).text.write(toFile: path, atomically: true, encoding: .utf8)
        func run(_ arguments: String...) throws -> ChildProcess {
            let child = try ChildProcess(
                [Stage.program("batonctl")] + arguments, environment: ["PATH": "/usr/bin:/bin"])
            try child.waitForEnd()
            return child
        }
        let told = try run("replay", path)
        #expect(told.status == 0)
        #expect(told.lines.last == "1 began, 1 ended, 0 cancelled; 1 movement that was no shake")
        #expect(
            try run("replay", "--json", path, "--sensitivity", "high").lines.last?.contains(#""sensitivity":"high""#)
                == true)
        #expect(try run("replay", path, "--sensitivity", "highest").status == 64)
        let picture = directory.appending(path: "a.svg").path
        let drawn = try run("replay", path, "--svg", picture)
        #expect(drawn.status == 0 && drawn.output.isEmpty)
        #expect(text(picture).hasPrefix("<svg ") && text(picture).contains("1 shake in 8.0 s"))
        #expect(try run("replay", path, "--svg", picture).status == 1)
        #expect(try run("replay", path, "--svg", picture, "--force").status == 0)
        #expect(try run("replay", path, "--svg", "-", "--json").status == 64)
        #expect(try run("replay", path, "--longest-shake", "0").status == 64)
        try "t_s,ax,ay,az\n0,0,0,9.8\n0,0,0,9.8\n".write(toFile: path, atomically: true, encoding: .utf8)
        let wrong = try run("replay", path)
        #expect(wrong.status == 1)
        #expect(wrong.errors.hasPrefix("\(path):3: the time 0.0 s is the same as that of the line before"))
    }

    @Test("calibrate makes a proposal from recordings, or says why it cannot")
    func calibrates() throws {
        let stage = try Stage()
        let shakes = stage.directory.appending(path: "shakes.csv").path
        let rest = stage.directory.appending(path: "rest.csv").path
        let signals = (MotionSignal.shakes([36, 38, 40, 36, 37]), MotionSignal.shakes([5, 5]))
        try signals.0.text.write(toFile: shakes, atomically: true, encoding: .utf8)
        try signals.1.text.write(toFile: rest, atomically: true, encoding: .utf8)
        let expected = ShakeCalibration(shakes: signals.0.samples, rest: signals.1.samples)
        let level = try #require(expected.proposal?.sensitivity.rawValue)
        let result = try stage.run("calibrate", "--shakes", shakes, "--rest", rest)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\n* \(level) "))
        #expect(result.output.contains("Yours is between your weakest shake and the rest: \(level), "))
        #expect(result.output.contains("\nyour shakes ") && result.output.contains("\nyours "))
        let json = try stage.run("calibrate", "--json", "--shakes", shakes, "--rest", rest).output
        #expect(json.hasPrefix(#"{"proposal":"\#(level)","safe":"#))
        let none = try stage.run("calibrate", "--shakes", rest, "--rest", rest)
        #expect(none.status == 1)
        #expect(none.errors == "No sensitivity fits these shakes.\n")
        #expect(try stage.run("calibrate", "--shakes", shakes).status == 64)
        let picture = stage.directory.appending(path: "a.svg").path
        #expect(try stage.run("calibrate", "--shakes", shakes, "--rest", rest, "--svg", picture).status == 0)
        #expect(text(picture).contains("yours"))
        #expect(try stage.run("calibrate", "--shakes", shakes, "--rest", rest, "--svg", picture).status == 1)
        #expect(try stage.run("calibrate", "--shakes", shakes, "--rest", rest, "--store").status == 2)
        let agent = try StubMotionAgent(on: stage)
        agent.point = .shake(.configured, [.sensitivity: "high"])
        let stored = try stage.run("calibrate", "--shakes", shakes, "--rest", rest, "--store")
        #expect(stored.status == 0, "\(stored.errors)")
        #expect(agent.calls.count == 1 && agent.calls[0].hasPrefix("CalibrateShake('\(level)', "), "\(agent.calls)")
        #expect(
            stored.errors.contains("The sensitivity is now high, by the configuration.\nIt was stored, but "),
            "\(stored.errors)")
        for arguments in [["--store"], ["--forget", "--json"], ["--forget", "--dry-run"]] {
            #expect(try stage.start("batonctl", ["calibrate"] + arguments).waited(on: stage) == 64)
        }
    }

    @Test("SHAKE16: calibrate --forget has the agent forget")
    func forgets() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let result = try stage.run("calibrate", "--forget")
        #expect(result == (0, "", "The sensitivity is now medium, the default for a laptop.\n"))
        #expect(agent.calls.count == 1 && agent.calls[0].hasPrefix("CalibrateShake('', 0"), "\(agent.calls)")
    }

    @Test("SHAKE18: a file of coefficients is used for a recording, and a damaged one is refused with its place")
    func readsModel() throws {
        let stage = try Stage()
        let recording = stage.directory.appending(path: "a.csv").path
        try MotionSignal.shakes([30]).text.write(toFile: recording, atomically: true, encoding: .utf8)
        let model = stage.directory.appending(path: "own.model").path
        let lines = ["baton-shake-model 3", "bias dense 1", "nonsense"]
        try lines.joined(separator: "\n").write(toFile: model, atomically: true, encoding: .utf8)
        let result = try stage.run("replay", recording, "--model", model)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("\(model):3: it is neither a bias, nor bars"), "\(result.errors)")
        let missing = try stage.run("replay", recording, "--model", "/nowhere/own.model")
        #expect(missing == (1, "", "/nowhere/own.model does not exist\n"))
    }

    @Test(
        "calibrate guides the user through shakes and rest with the live signal; with --dry-run it stores nothing",
        arguments: [false, true])
    func calibratesLive(isDry: Bool) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child =
            try isDry
            ? start(stage, agent, "calibrate", "--seconds", "1", "--dry-run")
            : start(stage, agent, "calibrate", "--seconds", "1")
        let shakes = MotionSignal.shakes([50, 50, 50, 50, 50]).samples
        for begin in stride(from: 0, to: shakes.count, by: 500) {
            agent.write(shakes[begin..<min(begin + 500, shakes.count)].map(StreamRecord.sample))
            _ = try stage.reactor.turn(timeout: .milliseconds(20))
        }
        try #require(stage.turn { child.errors.contains("5 of 5  recognized") }, "\(child.errors)")
        try #require(stage.turn { child.errors.contains("carry it around") })
        #expect(try child.waited(on: stage) == 0)
        #expect(child.output.contains("Yours is between your weakest shake and the rest: low"))
        guard !isDry else { return #expect(agent.calls == [], "it is stored") }
        #expect(agent.calls.count == 1 && agent.calls[0].hasPrefix("CalibrateShake('low', "), "\(agent.calls)")
        #expect(child.errors.hasSuffix("The sensitivity is now medium, the default for a laptop.\n"), "\(child.errors)")
    }
}
