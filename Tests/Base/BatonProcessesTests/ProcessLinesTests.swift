// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonTestSupport
import Testing

/// The lines of a real child process.
@Suite struct ProcessLinesTests {
    private let reactor: Reactor
    private let environment = ["PATH": "/usr/bin:/bin"]

    init() throws { reactor = try Reactor() }

    private func lines(of script: String, longest: Int = 100) throws -> [String] {
        var said: [String] = []
        var isOver = false
        let child = try ProcessLines(
            of: ["sh", "-c", script], environment: environment, longest: longest, on: reactor,
            line: { said.append(String(decoding: $0, as: UTF8.self)) }, ended: { isOver = true })
        #expect(reactor.turn(until: { isOver }), "\(said)")
        withExtendedLifetime(child) {}
        return said
    }

    @Test("each line is told, of the output and of the errors, and a last one without an end too")
    func lines() throws {
        #expect(try lines(of: "echo one; echo two >&2; printf three") == ["one", "two", "three"])
        #expect(try lines(of: "true") == [])
    }

    @Test("of a long line its beginning is told, and the next one is whole")
    func long() throws {
        #expect(try lines(of: "echo 0123456789; echo next", longest: 4) == ["0123", "next"])
    }

    @Test("a child that closes its output and runs on is over when it ends")
    func closed() throws {
        #expect(try lines(of: "echo one; exec >&- 2>&-; sleep 0.2") == ["one"])
    }

    @Test("a child that is asked to end ends, and a program that is not there is an error")
    func ended() throws {
        var isOver = false
        let child = try ProcessLines(
            of: ["sleep", "60"], environment: environment, longest: 10, on: reactor, line: { _ in },
            ended: { isOver = true })
        child.terminate()
        #expect(reactor.turn(until: { isOver }))
        #expect(throws: (any Error).self) {
            try ProcessLines(
                of: ["/nonexistent"], environment: environment, longest: 10, on: reactor, line: { _ in }, ended: {})
        }
    }
}
