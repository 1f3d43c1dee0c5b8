// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// The result of each fault, as a table during the run and as Markdown at its end.
@MainActor
final class FaultBoard {
    static let shared = FaultBoard()

    private struct Row {
        let fault: Fault
        let isKept: Bool
        let figure: String
    }

    private var rows: [Row] = []
    /// Whether a helper of the tests has recorded an issue since the row began.
    private nonisolated static let hasIssue = Atomic(false)

    /// Notes each issue that is recorded, and does not suppress it.
    nonisolated static func note(_ issue: Issue) -> Issue? {
        Self.hasIssue.store(true, ordering: .relaxed)
        return issue
    }

    /// Runs a row with batond's default time-outs, and prints it.
    func run(_ fault: Fault) {
        Self.hasIssue.store(false, ordering: .relaxed)
        var figure = ""
        do {
            figure = try AgentStage.$patience.withValue([]) { try fault.run() }
        } catch {
            figure = "\(error)".replacingOccurrences(of: "\n", with: " ")
            if !Self.hasIssue.load(ordering: .relaxed) { Issue.record("\(fault.name): \(error)") }
        }
        let row = Row(fault: fault, isKept: !Self.hasIssue.load(ordering: .relaxed), figure: figure)
        rows.append(row)
        print(line(row))
        fflush(nil)
        // Writes the table so far, so that an interrupted run leaves its results.
        guard let path = ProcessInfo.processInfo.environment["BATON_FAULTS_MARKDOWN"], !path.isEmpty else { return }
        try? markdown.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func line(_ row: Row) -> String {
        "\(row.isKept ? "kept  " : "BROKEN") | \(row.fault.part) | \(row.fault.name) | \(row.fault.promise) | \(row.figure)"
    }

    /// Rows of the documentation's table.
    private var markdown: String {
        let lines = rows.map { FaultTable.row($0.fault, result: $0.isKept ? "kept" : "**broken**", figure: $0.figure) }
        return (FaultTable.head + lines).joined(separator: "\n") + "\n"
    }
}
