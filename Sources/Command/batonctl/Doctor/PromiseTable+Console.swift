// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonPageReport

extension PromiseTable {
    /// Prints the table on this terminal.
    static func print(_ findings: [PromiseFinding]) {
        let table = PromiseTable(
            findings: findings, isColored: Terminal.isThere && Terminal.isColored, columns: Terminal.columns)
        for line in table.lines { Console.print(line) }
    }
}
