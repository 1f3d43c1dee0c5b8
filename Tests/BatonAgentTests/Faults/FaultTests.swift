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

/// docs/reliability.md has the faults that are tested, and no others.
@Suite struct FaultDocumentationTests {
    @Test("docs/reliability.md lists exactly the faults that make test-faults runs, with their promises")
    func documentation() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/reliability.md"), encoding: .utf8)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
            $0.split(separator: "|").prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " | ")
        }
        let wanted = Fault.all.map { "\($0.part) | \($0.name) | \($0.promise)" }
        #expect(wanted.filter { !listed.contains($0) } == [], "make test-faults MARKDOWN=FILE writes the table")
        #expect(Set(Fault.all.map(\.testDescription)).count == Fault.all.count, "a fault has a name of its own")
        let parts = Set(Fault.all.map(\.part))
        let rows = listed.filter { row in parts.contains { row.hasPrefix("\($0) | ") } }
        #expect(rows.count == wanted.count, "\(rows.filter { !wanted.contains($0) })")
    }
}
