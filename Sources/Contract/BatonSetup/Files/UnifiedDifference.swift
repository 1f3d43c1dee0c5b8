// SPDX-License-Identifier: Apache-2.0

/// The difference of two texts as patch(1) reads it: one hunk without context.
package enum UnifiedDifference {
    /// - Parameters:
    ///   - before: nil if there is no file yet.
    package static func text(_ path: String, _ before: String?, _ after: String) -> String {
        let old = lines(before ?? "")
        let new = lines(after)
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
        }
        let removed = old[head..<(old.count - tail)]
        let added = new[head..<(new.count - tail)]
        // A range of no lines is named by the line before it.
        let from = removed.isEmpty ? head : head + 1
        let to = added.isEmpty ? head : head + 1
        let hunk = "@@ -\(from),\(removed.count) +\(to),\(added.count) @@\n"
        let body = removed.map { marked("-", $0) } + added.map { marked("+", $0) }
        return "--- \(before == nil ? "/dev/null" : path)\n+++ \(path)\n" + hunk + body.joined()
    }

    /// The lines, each with its line end.
    private static func lines(_ text: String) -> [Substring] {
        var result: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: "\n").map { rest.index(after: $0) } ?? rest.endIndex
            result.append(rest[..<end])
            rest = rest[end...]
        }
        return result
    }

    private static func marked(_ sign: String, _ line: Substring) -> String {
        sign + line + (line.hasSuffix("\n") ? "" : "\n\\ No newline at end of file\n")
    }
}
