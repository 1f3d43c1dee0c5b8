// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSetup

@Suite("Programs of the desktop") struct SubcommandTests {
    @Test("a program counts as done if it has ended with status 0 in time; one that hangs is killed")
    func bounded() {
        #expect(Subcommand.run(["true"]))
        #expect(!Subcommand.run(["false"]))
        #expect(!Subcommand.run(["/nonexistent"]))
        #expect(!Subcommand.run(["sleep", "600"], within: 50))
    }
}
