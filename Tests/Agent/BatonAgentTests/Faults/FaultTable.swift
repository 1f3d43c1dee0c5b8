// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The table of docs/reliability.md: each fault with its promise, and what was measured.
enum FaultTable {
    static let head = ["| part | fault | promise | result | measured |", "|---|---|---|---|---|"]
    /// Result and figure of a fault that has not been run with its promise of now.
    private static let unknown = "not measured | –"

    static func row(_ fault: Fault, result: String, figure: String) -> String {
        "\(beginning(of: fault))\(result) | \(figure.replacing("|", with: "/")) |"
    }

    /// The page with the faults of the code in their order. A row keeps what was measured if its fault and its promise are
    /// still the same.
    ///
    /// - Returns: nil if the page has no such table, or two of them.
    static func updated(_ page: String, faults: [Fault]) -> String? {
        let parts = page.components(separatedBy: head.joined(separator: "\n") + "\n")
        guard parts.count == 2 else { return nil }
        let lines = parts[1].split(separator: "\n", omittingEmptySubsequences: false)
        let old = lines.prefix { $0.hasPrefix("| ") }
        let rows = faults.map { fault in
            old.first { $0.hasPrefix(beginning(of: fault)) }.map(String.init) ?? "\(beginning(of: fault))\(unknown) |"
        }
        let rest = lines.dropFirst(old.count).map(String.init)
        return parts[0] + (head + rows + rest).joined(separator: "\n")
    }

    private static func beginning(of fault: Fault) -> String {
        "| \(fault.part) | \(fault.name) | \(fault.promise) | "
    }
}
