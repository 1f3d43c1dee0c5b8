// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// docs/reliability.md has the faults that are tested, and no others.
@Suite struct FaultDocumentationTests {
    private static let page = URL(filePath: Checkout.root).appending(path: "docs/reliability.md")

    @Test(
        "docs/reliability.md lists exactly the faults that make test-faults runs, with their promises, in their order")
    func documentation() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let made = try #require(FaultTable.updated(text, faults: Fault.all), "there is no table of faults")
        if getenv("BATON_WRITE_DOCS") != nil { try made.write(to: Self.page, atomically: true, encoding: .utf8) }
        let lines = text.split(separator: "\n")
        let expected = made.split(separator: "\n")
        #expect(
            made == text || getenv("BATON_WRITE_DOCS") != nil,
            """
            run BATON_WRITE_DOCS=1 swift test --filter FaultDocumentationTests, then make test-faults MARKDOWN=FILE for what \
            was not measured: \(expected.filter { !lines.contains($0) }), instead of \(lines.filter { !expected.contains($0) })
            """)
        #expect(Set(Fault.all.map(\.testDescription)).count == Fault.all.count, "a fault has a name of its own")
    }

    @Test("a row keeps its figures while fault and promise are the same; another order, promise or fault is written")
    func update() {
        let faults = [("player", "hangs", "goes on"), ("app", "leaves", "is passed over")].map { part, name, promise in
            Fault(part, name, promise) { "" }
        }
        func page(_ rows: [String]) -> String {
            "before\n\n\((FaultTable.head + rows).joined(separator: "\n"))\n\nafter\n"
        }
        let right = page([
            FaultTable.row(faults[0], result: "kept", figure: "1 ms"),
            FaultTable.row(faults[1], result: "kept", figure: "2 ms"),
        ])
        #expect(FaultTable.updated(right, faults: faults) == right)
        let wrong = page([
            "| app | leaves | is passed over | kept | 2 ms |", "| player | gone | is gone | kept | 3 ms |",
            "| player | hangs | goes on soon | kept | 1 ms |",
        ])
        #expect(
            FaultTable.updated(wrong, faults: faults)
                == page([
                    "| player | hangs | goes on | not measured | – |",
                    "| app | leaves | is passed over | kept | 2 ms |",
                ]))
        #expect(FaultTable.updated("no table", faults: faults) == nil)
    }
}
