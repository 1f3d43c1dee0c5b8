// SPDX-License-Identifier: Apache-2.0

import BatonLog
import BatonValues
import Glibc
import Testing

@testable import BatonLog

@Suite("Log")
struct LogTests {
    /// A pipe or socket pair with a log at one end.
    private final class Wire {
        let reading: CInt
        let writing: CInt

        init(socket: Bool = false) {
            var ends: [CInt] = [-1, -1]
            if socket {
                socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
            } else {
                pipe(&ends)
            }
            reading = ends[0]
            writing = ends[1]
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reading)
            close(writing)
        }

        /// Everything that can be read now.
        func text() -> String {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(reading, &chunk, chunk.count)
                if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += chunk[..<count]
            }
        }

        var lines: [Substring] { text().split(separator: "\n") }
    }

    /// A clock that the test moves.
    private final class Clock: @unchecked Sendable {
        var now = Duration.seconds(1000)
    }

    private func log(_ wire: Wire, form: LogForm = .journal, level: LogLevel = .info, _ clock: Clock = Clock()) -> Log {
        Log(descriptor: wire.writing, form: form, level: level) { clock.now }
    }

    @Test("the journal gets priorities and no time, a terminal the time since start and the level")
    func forms() {
        let wire = Wire()
        let clock = Clock()
        let journal = log(wire, level: .trace, clock).logger()
        journal.error("b")
        journal.warning("c")
        journal.notice("d")
        journal.info("e")
        journal.debug("f")
        journal.trace("g")
        #expect(wire.text() == "<3>b\n<4>c\n<5>d\n<6>e\n<7>f\n<7>g\n")
        let terminal = log(wire, form: .terminal, clock).logger("routing")
        clock.now += .milliseconds(12_034)
        terminal.warning("slow", metadata: ["player": "mpv", "text": "two words"])
        #expect(wire.text() == "   12.034 warning: routing: slow player=mpv text=\"two words\"\n")
    }

    @Test("lines below the level are not written, and a new level counts for the loggers there are")
    func level() {
        let wire = Wire()
        let log = log(wire)
        let logger = log.logger()
        logger.debug("no")
        log.level = .debug
        logger.debug("yes")
        log.level = .error
        logger.warning("no")
        #expect(wire.text() == "<7>yes\n")
    }

    @Test("a line below the level is not even made")
    func lazy() {
        let wire = Wire()
        let log = log(wire)
        var made = 0
        func text() -> String {
            made += 1
            return "x"
        }
        log.logger().debug(text(), metadata: ["a": text()])
        log.level = .debug
        log.logger().trace(text())
        #expect(made == 0)
        log.logger().debug(text(), metadata: ["a": text()])
        #expect(made == 2)
        #expect(wire.text() == "<7>x a=x\n")
    }

    @Test("a title or artist is written at debug only")
    func privacy() {
        let wire = Wire()
        let logger = log(wire, level: .debug).logger()
        let metadata: Logger.Metadata = ["title": "Secret", "artist": "Nobody", "player": "mpv"]
        logger.info("changed", metadata: metadata)
        logger.debug("changed", metadata: metadata)
        #expect(wire.text() == "<6>changed player=mpv\n<7>changed artist=Nobody player=mpv title=Secret\n")
    }

    @Test("text from outside cannot forge a line, act on a terminal or turn the text around")
    func escapes() {
        let wire = Wire()
        let logger = log(wire).logger()
        logger.info(
            "a\n<0>b\r\u{1B}[31m\u{202E}x\u{7F}\u{9B}", metadata: ["name": "q\"\\\n", "empty": "", "plain": "ü😀"])
        #expect(
            wire.text()
                == "<6>a\\n<0>b\\r\\u{1b}[31m\\u{202e}x\\u{7f}\\u{9b} empty=\"\" name=\"q\\\"\\\\\\n\" plain=ü😀\n")
    }

    @Test("no control character, nothing that turns text around and no line separator gets out, wherever it stands")
    func everyScalar() {
        let values: [UInt32] =
            Array(0...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
            + Array(0x2066...0x2069)
        let hostile = Set(values.compactMap(Unicode.Scalar.init))
        for scalar in hostile {
            for form in [LogForm.journal, .terminal] {
                let wire = Wire()
                let log = log(wire, form: form, level: .trace)
                let text = "a\(scalar)b"
                log.logger(text).info("\(text)", metadata: ["\(text)": "\(text)"])
                for _ in 0..<30 { log.logger().info("x", metadata: [Log.originKey: "\(text)"]) }
                log.finish()
                let lines = wire.text().unicodeScalars.split(separator: "\n")
                #expect(lines.count == 22, "\(scalar.value)")
                for line in lines { #expect(hostile.isDisjoint(with: line), "\(scalar.value)") }
            }
        }
    }

    @Test("a long line is cut on a character and keeps its end", arguments: 0..<4)
    func longLines(_ shift: Int) {
        let wire = Wire()
        log(wire).logger().info("\(String(repeating: "x", count: shift))\(String(repeating: "😀", count: 5000))")
        let text = wire.text()
        #expect(text.utf8.count <= LogLine.longest)
        #expect(text.utf8.count > LogLine.longest - 8)
        #expect(text.hasSuffix("😀…\n"))
        #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("a full pipe or socket loses lines, never waits, and the loss is told", arguments: [false, true])
    func fullPipe(socket: Bool) {
        let wire = Wire(socket: socket)
        let logger = log(wire, level: .trace).logger()
        let flags = fcntl(wire.writing, F_GETFL)
        let filler = String(repeating: "x", count: 1500)
        for _ in 0..<2000 { logger.debug("\(filler)") }
        let kept = wire.lines.count
        #expect(kept > 10 && kept < 2000)
        logger.debug("after")
        let lines = wire.lines
        #expect(lines.last == "<7>after")
        #expect(lines.contains("<4>lost \(2000 - kept - (lines.count - 2)) lines, the log's reader was too slow"))
        #expect(fcntl(wire.writing, F_GETFL) == flags)
    }

    @Test("a descriptor that was closed when the log began is never written to, whatever it becomes")
    func closedDescriptor() {
        let wire = Wire()
        let number = fcntl(wire.writing, F_DUPFD_CLOEXEC, 700)
        close(number)
        let log = Log(descriptor: number, form: .journal, level: .info)
        dup2(wire.writing, number)
        log.logger().error("x")
        #expect(wire.text() == "")
        close(number)
    }

    @Test("an origin may write 20 lines in 10 seconds; what was held back is counted, others are not concerned")
    func limits() {
        let wire = Wire()
        let clock = Clock()
        let log = log(wire, clock)
        let logger = log.logger()
        for index in 0..<100 { logger.warning("odd \(index)", metadata: [Log.originKey: "evil"]) }
        logger.warning("fine", metadata: [Log.originKey: "good"])
        #expect(wire.lines.count == 21)
        clock.now += .seconds(10)
        logger.info("later")
        #expect(wire.text() == "<4>suppressed 80 lines origin=evil\n<6>later\n")
        for _ in 0..<21 { logger.warning("odd", metadata: [Log.originKey: "evil"]) }
        #expect(wire.lines.count == 20)
        log.finish()
        #expect(wire.text() == "<4>suppressed 1 line origin=evil\n")
    }

    @Test("many origins together are limited too, in lines and in memory")
    func manyOrigins() {
        var limiter = LogLimiter()
        var admitted = 0
        for index in 0..<100_000 where limiter.admit(":1.\(index)", at: .zero) { admitted += 1 }
        #expect(admitted <= 200)
        let suppressions = limiter.takeSuppressions(at: .seconds(10))
        #expect(suppressions.count <= 65)
        #expect(suppressions.map(\.count).reduce(0, +) == 100_000 - admitted)
        let isAdmittedAgain = limiter.admit("again", at: .seconds(10))
        #expect(isAdmittedAgain)
    }

    @Test("debug is not limited: it is asked for to see everything")
    func debugIsUnlimited() {
        let wire = Wire()
        let logger = log(wire, level: .debug).logger()
        for _ in 0..<100 { logger.debug("x") }
        #expect(wire.lines.count == 100)
    }

    @Test("the journal's form needs a JOURNAL_STREAM that is this descriptor, not an inherited one")
    func detection() {
        let wire = Wire()
        var status = stat()
        fstat(wire.writing, &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(LogForm.detect(descriptor: wire.writing, environment: ["JOURNAL_STREAM": stream]) == .journal)
        for other in ["\(status.st_dev):1", "", "x", "1:2:3", "99999999999999999999:1"] {
            #expect(LogForm.detect(descriptor: wire.writing, environment: ["JOURNAL_STREAM": other]) == .terminal)
        }
        #expect(LogForm.detect(descriptor: wire.writing, environment: [:]) == .terminal)
        #expect(LogForm.detect(descriptor: -1, environment: ["JOURNAL_STREAM": stream]) == .terminal)
    }
}
