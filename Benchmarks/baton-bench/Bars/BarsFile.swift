// SPDX-License-Identifier: Apache-2.0

/// The bars of a file: the most that each quantity may be.
struct BarsFile {
    private(set) var limits: [Bar: Double] = [:]

    init(path: String) throws(BenchError) {
        let text = TextFile.read(path)
        guard !text.isEmpty else { throw BenchError("\(path) cannot be read, or is empty") }
        try self.init(text, path: path)
    }

    /// Reads lines of a name, a number and a unit. Every bar has exactly one line.
    init(_ text: String, path: String) throws(BenchError) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { continue }
            do {
                try add(String(name), words.dropFirst().map(String.init))
            } catch {
                throw BenchError("\(path):\(index + 1): \(error.description)")
            }
        }
        for bar in Bar.allCases where limits[bar] == nil { throw BenchError("\(path) has no line for \(bar.rawValue)") }
    }

    private mutating func add(_ name: String, _ rest: [String]) throws(BenchError) {
        guard let bar = Bar(rawValue: name) else {
            throw BenchError(
                "'\(name)' is not measured; there are \(Bar.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard limits[bar] == nil else { throw BenchError("\(name) has a second line") }
        guard let text = rest.first else { throw BenchError("\(name) wants a number and '\(bar.unit)'") }
        guard let limit = Double(text), limit.isFinite, limit >= 0 else {
            throw BenchError("\(name) wants a number of 0 or more, not '\(text)'")
        }
        let unit = rest.dropFirst().joined(separator: " ")
        guard unit == bar.unit else { throw BenchError("\(name) is measured in '\(bar.unit)', not in '\(unit)'") }
        limits[bar] = limit
    }
}
