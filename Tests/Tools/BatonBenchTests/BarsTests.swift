// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import baton_bench

/// `Benchmarks/bars` and what `make bench` makes of it.
@Suite struct BarsTests {
    /// A file that is right.
    private static let lines = Bar.allCases.map { "\($0.rawValue)  1.5  \($0.unit)   # why" }

    private func error(_ lines: [String]) -> String? {
        do {
            _ = try BarsFile(lines.joined(separator: "\n"), path: "bars")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "the repository's bars are read, each is above zero or counts what must not be there, and the documents have each"
    )
    func own() throws {
        let bars = try BarsFile(path: "\(Checkout.root)/Benchmarks/bars")
        #expect(bars.limits.count == Bar.allCases.count)
        #expect(bars.limits.filter { $0.value == 0 }.map(\.key.rawValue).sorted() == ["dispatch-symbols", "wake-ups"])
        let page = try String(contentsOfFile: "\(Checkout.root)/docs/figures.md", encoding: .utf8)
        for bar in Bar.allCases {
            #expect(page.contains("| `\(bar.rawValue)` |"), "docs/figures.md does not explain it")
        }
    }

    @Test("comments, blank lines and any order are read")
    func form() throws {
        let text = "# heading\n\n" + Self.lines.reversed().joined(separator: "\n\n") + "\n"
        let bars = try BarsFile(text, path: "bars")
        #expect(bars.limits == Dictionary(uniqueKeysWithValues: Bar.allCases.map { ($0, 1.5) }))
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("cpus 1 x playerctld", "bars:1: 'cpus' is not measured; there are command-p50, cpu, "),
            ("cpu", "bars:1: cpu wants a number and 'x playerctld'"),
            ("cpu fast x playerctld", "bars:1: cpu wants a number of 0 or more, not 'fast'"),
            ("cpu -1 x playerctld", "bars:1: cpu wants a number of 0 or more, not '-1'"),
            ("cpu nan x playerctld", "bars:1: cpu wants a number of 0 or more, not 'nan'"),
            ("cpu inf x playerctld", "bars:1: cpu wants a number of 0 or more, not 'inf'"),
            ("cpu 0.3 x forwarder", "bars:1: cpu is measured in 'x playerctld', not in 'x forwarder'"),
            ("cpu 0.3", "bars:1: cpu is measured in 'x playerctld', not in ''"),
        ])
    func wrong(_ line: String, _ reason: String) {
        #expect(error([line] + Self.lines)?.hasPrefix(reason) == true, "\(error([line]) ?? "no error")")
    }

    @Test("a bar that is missing, twice there, or in a file that is not there is told")
    func missing() {
        #expect(error(Array(Self.lines.dropLast())) == "bars has no line for instructions")
        #expect(error(Self.lines + ["cpu 1 x playerctld"]) == "bars:\(Self.lines.count + 1): cpu has a second line")
        #expect(throws: BenchError.self) { try BarsFile(path: "/nonexistent/bars") }
    }

    @Test(
        "four of five rounds above a bar break it; three leave a doubt; two keep it",
        arguments: [
            ([1.0, 1, 1, 1, 1], Verdict.State.kept), ([2, 1, 1, 1, 2], .kept), ([2, 2, 1, 1, 2], .doubtful),
            ([2, 2, 1, 2, 2], .broken), ([2, 2, 2, 2, 2], .broken), ([2], .broken), ([1], .kept),
            ([.nan, .nan, .nan, .nan, .nan], .broken),
        ])
    func rounds(_ values: [Double], _ state: Verdict.State) {
        #expect(Verdict(.processorTime, limit: 1, values: values).state == state)
    }

    @Test("rounds are paired: each is the median of batond's samples, divided by the peer's of the same round")
    func paired() {
        let figures = Figures()
        for (round, slow) in [1.0, 3].enumerated() {
            figures.round = round
            for value in [1.0, 2, 90] { figures.add(.processorTime, .batond, value * slow) }
            for value in [4.0, 8, 16] { figures.add(.processorTime, .playerctld, value * slow) }
        }
        #expect(Bar.processorTime.values(in: figures) == [0.25, 0.25])
        let verdict = Verdict(.processorTime, limit: 0.3, values: Bar.processorTime.values(in: figures))
        #expect(verdict.row == "| cpu | 0.30 x playerctld | 0.25 0.25 | 0.25 | kept |")
    }

    @Test("what could not be measured is neither kept nor broken, and says why")
    func impossible() throws {
        let figures = Figures()
        figures.obstacles[.instructions] = "valgrind is not installed"
        let report = BarsReport(try BarsFile(Self.lines.joined(separator: "\n"), path: "bars"), figures: figures)
        #expect(report.verdicts.last?.state == .impossible("valgrind is not installed"))
        #expect(report.table.hasSuffix("|  | – | not possible here: valgrind is not installed |"))
        #expect(report.failure == nil)
    }
}
