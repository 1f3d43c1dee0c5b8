// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `make test-faults`: the real batond with real parts that are killed, stopped, removed, or send wrong values.
///
/// Not part of `make test`, because it takes minutes and measures times. Most of what it shows has tests of its own
/// there.
@MainActor @Suite(.serialized) struct FaultTests {
    private nonisolated static let wanted = ProcessInfo.processInfo.environment["BATON_FAULTS"]

    /// The faults whose name or part contains the text; all with "all".
    private nonisolated static var chosen: [Fault] {
        guard let wanted, wanted != "all" else { return Fault.all }
        return Fault.all.filter { $0.testDescription.contains(wanted) }
    }

    @Test(
        "what is promised holds", .enabled(if: wanted != nil, "make test-faults runs it"),
        .compactMapIssues { FaultBoard.note($0) }, arguments: chosen)
    func fault(_ fault: Fault) { FaultBoard.shared.run(fault) }
}
