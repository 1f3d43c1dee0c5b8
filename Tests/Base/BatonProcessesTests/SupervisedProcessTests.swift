// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

@testable import BatonFiles
@testable import BatonProcesses
@testable import BatonReactor

@Suite("Reactor: supervised processes")
struct SupervisedProcessTests {
    /// A message of one byte.
    struct Word: LinkMessage {
        static let version: UInt8 = 7
        var byte: UInt8

        init(_ byte: UInt8) { self.byte = byte }
        init(decoding reader: inout LinkReader) throws(LinkError) { byte = try reader.read() }
        func encode(into writer: inout LinkWriter) { writer.write(byte) }
    }

    /// What a child of a test does; its link is descriptor 3.
    enum Child: String, Sendable {
        /// It ends when its link does.
        case polite = "exec cat <&3 >/dev/null"
        /// It says A, and B, and ends.
        case brief = "printf '\\007A' >&3; printf '\\007B' >&3; exit 7"
        /// It does not look at its link.
        case stubborn = "exec sleep 600"
        /// It leaves its link and lives on.
        case away = "exec 3>&-; exec sleep 600"
        /// It ends and leaves its link to another.
        case heir = "(exec cat <&3 >/dev/null) & exit 5"
        /// It says what is no message.
        case foreign = "printf '\\377' >&3; exec cat <&3 >/dev/null"
        /// It ends as what the dynamic loader cannot load.
        case unloaded = "exit 127"
        /// There is no such program.
        case absent = ""
    }

    /// What happens, or what its owner does.
    enum Event: Sendable {
        case start, startLater, stop, kill
        /// Seconds pass.
        case pass(Int)
        /// It is sent more than fits.
        case flood
    }

    /// A walk through the table of ``SupervisedProcess``: events, the state after each, and what is told in all.
    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let child: Child
        let steps: [(event: Event, state: SupervisedProcess<Word, Word>.State)]
        let told: [String]

        init(
            _ name: String, _ child: Child, _ steps: (Event, SupervisedProcess<Word, Word>.State)...,
            told: [String] = []
        ) {
            testDescription = name
            self.child = child
            self.steps = steps.map { (event: $0.0, state: $0.1) }
            self.told = told
        }
    }

    /// A process by event time, and what it told.
    private final class Stage {
        let clock = ManualClock()
        let reactor: Reactor
        let process: SupervisedProcess<Word, Word>
        var told: [String] = []
        var starts = 0

        init(_ child: Child) throws {
            reactor = try Reactor(clock: clock)
            let command = child == .absent ? ["/nowhere/baton-helper"] : ["/bin/sh", "-c", child.rawValue]
            process = SupervisedProcess(
                command, environment: ["PATH": "/usr/bin:/bin"], stopLimit: .seconds(4),
                waits: (.seconds(1), .seconds(8)), reactor: reactor)
            process.onStart = { [unowned self] in starts += 1 }
            process.onReport = { [unowned self] in told.append("says \(Character(UnicodeScalar($0.byte)))") }
            process.onEnd = { [unowned self] in told.append("\($0)") }
        }

        func perform(_ event: Event) {
            switch event {
            case .start: process.start()
            case .startLater: process.startLater()
            case .stop: process.stop()
            case .kill: process.kill()
            case .pass(let seconds):
                clock.advance(by: .seconds(seconds))
                reactor.turnUntilIdle()
            case .flood: for _ in 0..<100_000 where process.isStarted { process.send(Word(0)) }
            }
        }

        /// Ends all children, those that leave as well.
        func finish() {
            process.kill()
            perform(.pass(7))
        }

        func reaches(_ state: SupervisedProcess<Word, Word>.State) -> Bool {
            reactor.turn(until: { process.state == state })
        }
    }

    private static let missing = "cannot be started: No such file or directory"
    private static let gone = "does not listen: the other end is gone"

    static let walks = [
        Walk("off, start", .polite, (.start, .running)),
        Walk("off, start of what cannot be", .absent, (.start, .off), told: [missing]),
        Walk("off, start while the last one leaves", .stubborn, (.start, .running), (.stop, .off), (.start, .queued)),
        Walk(
            "queued, the last one has left", .polite, (.start, .running), (.stop, .off), (.start, .running)),
        Walk(
            "queued, the last one does not leave", .stubborn, (.start, .running), (.stop, .off), (.start, .queued),
            (.pass(3), .queued), (.pass(4), .running)),
        Walk(
            "queued, startLater", .stubborn, (.start, .running), (.stop, .off), (.start, .queued),
            (.startLater, .waiting)),
        Walk(
            "queued, stop", .stubborn, (.start, .running), (.stop, .off), (.start, .queued), (.stop, .off),
            (.pass(7), .off)),
        Walk("off, startLater", .polite, (.startLater, .waiting), (.pass(2), .running)),
        Walk("waiting, start", .polite, (.startLater, .waiting), (.start, .running)),
        Walk("waiting, stop", .polite, (.startLater, .waiting), (.stop, .off), (.pass(60), .off)),
        Walk("waiting, and it cannot be started", .absent, (.startLater, .waiting), (.pass(2), .off), told: [missing]),
        Walk(
            "waiting, and the last one has not left", .stubborn, (.start, .running), (.stop, .off),
            (.startLater, .waiting), (.pass(2), .queued), (.pass(5), .running)),
        Walk("running, start", .polite, (.start, .running), (.start, .running), (.startLater, .running)),
        Walk(
            "running, messages and the end", .brief, (.start, .off), told: ["says A", "says B", "ended with status 7"]),
        Walk(
            "running, the loader ends it", .unloaded, (.start, .off),
            told: ["cannot start: a library that it needs cannot be loaded"]),
        Walk("running, the link is closed", .away, (.start, .ending)),
        Walk("running, it ends and its link does not", .heir, (.start, .ending)),
        Walk(
            "running, nonsense", .foreign, (.start, .off),
            told: ["a message is not understood: batond and its helper are of different versions; restart batond"]),
        Walk(
            "running, it does not read", .stubborn, (.start, .running), (.flood, .off),
            told: ["does not listen: the other end does not read"]),
        Walk("running, stop", .polite, (.start, .running), (.stop, .off), (.pass(7), .off)),
        Walk("running, kill", .stubborn, (.start, .running), (.kill, .off), (.start, .running)),
        Walk("ending, a second, and it lives", .away, (.start, .ending), (.pass(2), .off), told: [gone]),
        Walk(
            "ending, a second, and it has ended", .heir, (.start, .ending), (.pass(2), .off),
            told: ["ended with status 5"]),
        Walk("ending, stop", .away, (.start, .ending), (.stop, .off), (.pass(7), .off)),
        Walk("ending, kill", .away, (.start, .ending), (.kill, .off), (.pass(2), .off)),
    ]

    @Test("from each state each event leads where the table says, and what is told is told once", arguments: walks)
    func table(_ walk: Walk) throws {
        let stage = try Stage(walk.child)
        defer { stage.finish() }
        #expect(stage.process.state == .off)
        for (event, state) in walk.steps {
            stage.perform(event)
            try #require(stage.reaches(state), "\(stage.process.state) after \(event), and not \(state)")
        }
        stage.reactor.turnUntilIdle()
        #expect(stage.told == walk.told)
    }

    @Test("the waits double with each failure, and begin anew after a start that the owner asked for or a good run")
    func waits() throws {
        let stage = try Stage(.absent)
        func secondsToStart() -> Int {
            let before = stage.told.count
            for second in 1...20 {
                stage.perform(.pass(1))
                if stage.told.count > before { return second }
            }
            return 0
        }
        stage.process.onEnd = { [unowned stage] in
            stage.told.append("\($0)")
            stage.process.startLater()
        }
        stage.process.start()
        #expect(
            [secondsToStart(), secondsToStart(), secondsToStart(), secondsToStart(), secondsToStart()] == [
                1, 2, 4, 8, 8,
            ])
        stage.process.start()
        #expect([secondsToStart(), secondsToStart()] == [1, 2])
        stage.process.startLater(afresh: true)
        #expect([secondsToStart(), secondsToStart()] == [1, 2])
        stage.process.stop()
        #expect(secondsToStart() == 0 && stage.process.state == .off)
    }

    @Test("there are never two: the next one starts when the last one has left")
    func one() throws {
        let stage = try Stage(.stubborn)
        defer { stage.finish() }
        stage.process.start()
        for _ in 0..<3 {
            stage.process.stop()
            stage.process.start()
        }
        #expect(stage.starts == 1 && stage.process.state == .queued)
        stage.perform(.pass(7))
        #expect(stage.reaches(.running))
        #expect(stage.starts == 2)
    }

    @Test("one that has left its link is killed when its owner is released")
    func releasedWhileEnding() throws {
        let folder = TemporaryFolder()
        let file = "\(folder.path)/process"
        let reactor = try Reactor(clock: ManualClock())
        var process: SupervisedProcess<Word, Word>? = SupervisedProcess(
            ["/bin/sh", "-c", "echo $$ >\(file); exec 3>&-; exec sleep 600"], environment: ["PATH": "/usr/bin:/bin"],
            stopLimit: .seconds(4), reactor: reactor)
        process?.start()
        try #require(reactor.turn(until: { process?.state == .ending }))
        let child = try #require(SmallFile.firstLine(file).flatMap { Int32($0) })
        process = nil
        var status: Int32 = 0
        #expect(reactor.turn(until: { waitpid(child, &status, WNOHANG) == child }))
        #expect(status & 0x7f == SIGKILL)
    }

    @Test("one that the loader cannot load tells once which libraries are missing, and nothing after it was stopped")
    func unloadable() throws {
        let program = try UnloadableProgram()
        let reactor = try Reactor(clock: ManualClock())
        let process = SupervisedProcess<Word, Word>(
            [program.path], environment: [:], stopLimit: .seconds(4), reactor: reactor)
        var told: [ProcessEnd] = []
        process.onEnd = { told.append($0) }
        process.start()
        try #require(reactor.turn(until: { process.state == .off }))
        #expect(told == [.notLoaded([UnloadableProgram.library])])
        #expect("\(told[0])" == "cannot start: libQ.so.6 is not installed")
        #expect("\(ProcessEnd.notLoaded(["a.so", "b.so"]))" == "cannot start: a.so, b.so are not installed")
        process.start()
        try #require(reactor.turn(until: { process.state == .ending }))
        process.stop()
        reactor.turnUntilIdle()
        process.start()
        try #require(reactor.turn(until: { process.state == .off }))
        #expect(told.count == 2)
    }

    @Test("one that is off takes no message")
    func off() throws {
        let stage = try Stage(.polite)
        defer { stage.finish() }
        #expect(!stage.process.send(Word(1)))
        stage.process.start()
        #expect(stage.process.send(Word(1)))
        stage.process.stop()
        #expect(!stage.process.send(Word(1)))
    }
}
