// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

@testable import BatonProcesses
@testable import BatonReactor

@Suite("Reactor: the libraries of a program that are missing")
struct MissingLibrariesTests {
    private func missing(_ program: String) throws -> [String]? {
        let reactor = try Reactor(clock: ManualClock())
        var answers: [[String]] = []
        MissingLibraries.find(program, environment: [:], reactor: reactor) { answers.append($0) }
        _ = reactor.turn(until: { !answers.isEmpty })
        reactor.turnUntilIdle()
        return answers.count == 1 ? answers[0] : nil
    }

    @Test("the loader names those that are missing, and none of a program that has all of them or is none")
    func find() throws {
        let program = try UnloadableProgram()
        #expect(try missing(program.path) == [UnloadableProgram.library])
        #expect(try missing("/bin/sleep") == [])
        #expect(try missing("/nowhere/baton-helper") == [])
    }

    @Test("the program itself does not run")
    func quiet() throws {
        let folder = TemporaryFolder()
        let script = folder.write("#!/bin/sh\n: >\(folder.path)/ran\n", to: "baton-helper")
        chmod(script, 0o700)
        #expect(try missing(script) == [])
        #expect(folder.names == ["baton-helper"])
    }

    @Test(
        "a name is taken from the line of a library that is not there or cannot be used, and only one of a file",
        arguments: [
            ("\tlibm.so.6 => /lib/libm.so.6 (0x00007f)\n\tlibiio.so.0 => not found\n", ["libiio.so.0"]),
            (
                "\tlibX11.so.6 => not found\n\tlibXtst.so.6 => not found\n\tlibX11.so.6 => not found\n",
                ["libX11.so.6", "libXtst.so.6"]
            ),
            ("/p: error while loading shared libraries: /lib/libiio.so.0: file too short\n", ["libiio.so.0"]),
            ("\tlib\u{1b}[31m.so => not found\n\tlib;reboot => not found\n", []), ("", []),
        ] as [(String, [String])])
    func names(_ answer: String, _ names: [String]) {
        #expect(MissingLibraries.names(in: Array(answer.utf8)) == names)
    }

    @Test("a long answer names sixteen")
    func bound() {
        let answer = (0..<100).map { "\tlib\($0).so => not found\n" }.joined()
        #expect(MissingLibraries.names(in: Array(answer.utf8)).count == 16)
    }
}
