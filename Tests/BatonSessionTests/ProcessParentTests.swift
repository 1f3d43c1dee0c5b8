// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

@testable import BatonSession

/// Who started a process, as procfs tells, and what it tells when it lies.
@Suite struct ProcessParentTests {
    @Test("the parent is the third word, whatever the name is")
    func names() {
        let root = TemporaryFolder()
        let lines = [
            ("1 (init) S 0 1 1", 0), ("2 (a b) S 41 2 2", 41), ("3 (a) b) S 9 (c) R 42 3 3", 42), ("4 ()) S 43 4", 43),
        ]
        for (number, (line, parent)) in lines.enumerated() {
            root.write(line + "\n", to: "\(number)/stat")
            #expect(ProcessParent.of(UInt32(number), root: root.path) == UInt32(parent), "\(line)")
        }
    }

    @Test("what is no parent is none", arguments: ["", "7", "7 (a", "7 (a) S", "7 (a) S x", "7 (a) S -1", ") S"])
    func nonsense(_ line: String) {
        let root = TemporaryFolder()
        root.write(line + "\n", to: "7/stat")
        #expect(ProcessParent.of(7, root: root.path) == nil)
    }

    @Test("it is right about this very process, and knows nothing of one that is not there")
    func own() {
        #expect(ProcessParent.of(UInt32(getpid())) == UInt32(getppid()))
        #expect(ProcessParent.of(4_000_000_000) == nil)
    }
}
