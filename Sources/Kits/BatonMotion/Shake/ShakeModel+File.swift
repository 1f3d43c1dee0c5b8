// SPDX-License-Identifier: Apache-2.0

/// Why a file of coefficients was refused.
///
/// For example:
/// ```swift
/// do {
///     _ = try ShakeModel(bytes: Array("baton-shake-model 7\n".utf8))
/// } catch {
///     print(error)  // line 1: version 7 is not known; this Baton reads version 3
/// }
/// ```
public struct ShakeModelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, from 1; nil if the file as a whole is wrong.
    public let line: Int?
    /// What is wrong with it, and what to do.
    public let message: String

    /// The line and the message.
    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension ShakeModel {
    /// The first word of a file of coefficients.
    private static let mark = "baton-shake-model"
    /// The version of the format that is read.
    private static let version = "3"
    /// The largest file that is read, in bytes.
    public static let largestFile = 16 << 10

    /// Reads a file of coefficients, as `make train-shake` writes it.
    ///
    /// ```
    /// baton-shake-model 3
    /// bars 0.02 3.1 2.2 1.3
    /// bias dense -2.5
    /// curve dense share 0.71 0.5 -1.2 0.8 0.3
    /// sum 8c736521
    /// ```
    /// The bars of low, medium and high are for an interval in seconds, the bias and the curves for dense or sparse sensors.
    /// A curve has the mean over shakes, and then pairs of a knot and the value there. The sum is the FNV-1a of all
    /// lines before it, so that an edited or truncated file is refused.
    /// - Throws: ``ShakeModelError`` with the line.
    public init(bytes: [UInt8]) throws(ShakeModelError) {
        self.init()
        guard bytes.count <= Self.largestFile else {
            throw ShakeModelError(line: nil, message: "it has more than 16 KiB, so it is no file of coefficients")
        }
        var seen: Set<String> = []
        var hash: UInt32 = 0x811c_9dc5
        var isComplete = false
        for (offset, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            guard line.last != UInt8(ascii: "\r") else {
                throw ShakeModelError(
                    line: offset + 1, message: "it ends with a carriage return: save the file with Unix's line endings")
            }
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            if isComplete {
                guard words.isEmpty else { throw ShakeModelError(line: offset + 1, message: "text after the sum") }
                continue
            }
            if words.first == "sum" {
                try Self.check(words, hash, offset + 1)
                isComplete = true
                checksum = hash
                continue
            }
            for byte in line { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
            hash = (hash ^ 10) &* 0x0100_0193
            let name = try take(words, line: offset + 1)
            guard seen.insert(name).inserted else {
                throw ShakeModelError(line: offset + 1, message: "a second line for '\(name)'")
            }
        }
        guard isComplete else {
            throw ShakeModelError(line: nil, message: "the file ends without its sum: it is truncated")
        }
        try finish(seen)
    }

    /// Adds up what follows from the lines, when each one is there.
    private mutating func finish(_ seen: Set<String>) throws(ShakeModelError) {
        if let name = Self.names.first(where: { !seen.contains($0) }) {
            throw ShakeModelError(line: nil, message: "the line for '\(name)' is missing")
        }
        for set in sets.indices {
            for index in ShakeFeature.fromEntries { sets[set].largestOfEntries += sets[set].curves[index].largest }
        }
    }

    /// What each file has a line for.
    private static var names: [String] {
        [mark] + Bars.intervals.indices.map { "bars \(Bars.intervals[$0])" }
            + Density.allCases.flatMap { density in
                ["bias \(density)"] + ShakeFeature.allCases.map { "curve \(density) \($0.rawValue)" }
            }
    }

    private static func check(_ words: [String], _ hash: UInt32, _ line: Int) throws(ShakeModelError) {
        guard words.count == 2, UInt32(words[1], radix: 16) == hash else {
            throw ShakeModelError(
                line: line,
                message: "the sum does not fit: the file was edited; 'make train-shake' writes such files")
        }
    }

    /// Takes one line.
    ///
    /// - Returns: what the line is for.
    private mutating func take(_ words: [String], line: Int) throws(ShakeModelError) -> String {
        guard line > 1 || words.first == Self.mark else {
            throw ShakeModelError(line: 1, message: "it does not begin with '\(Self.mark)'")
        }
        switch words.first {
        case Self.mark where line == 1:
            let found = words.count > 1 ? words[1] : "without a number"
            guard found == Self.version, words.count == 2 else {
                throw ShakeModelError(
                    line: 1,
                    message: "version \(found.prefix(20)) is not known; this Baton reads version \(Self.version)")
            }
            return Self.mark
        case "bias":
            guard words.count > 1, let density = Density(rawValue: words[1]) else { break }
            sets[density.index].bias = try Self.numbers(words.dropFirst(2), 1, line)[0]
            return "bias \(density)"
        case "bars": return try takeBars(words, line)
        case "curve":
            guard words.count > 2, let density = Density(rawValue: words[1]),
                let feature = ShakeFeature(rawValue: words[2])
            else { break }
            sets[density.index].curves[feature.index] = try Self.curve(words.dropFirst(3), line)
            return "curve \(density) \(feature.rawValue)"
        default: break
        }
        throw ShakeModelError(line: line, message: "it is neither a bias, nor bars, nor the curve of a known feature")
    }

    private mutating func takeBars(_ words: [String], _ line: Int) throws(ShakeModelError) -> String {
        let numbers = try Self.numbers(words.dropFirst(), 4, line)
        guard let place = Bars.place(of: numbers[0]) else {
            throw ShakeModelError(line: line, message: "no bars belong to this interval")
        }
        guard numbers[1] >= numbers[2], numbers[2] >= numbers[3] else {
            throw ShakeModelError(line: line, message: "the bars of low, medium and high must fall")
        }
        for level in 0..<3 { bars[level][place] = numbers[1 + level] }
        return "bars \(Bars.intervals[place])"
    }

    private static func curve(_ words: ArraySlice<String>, _ line: Int) throws(ShakeModelError) -> Curve {
        let values = try numbers(words, nil, line)
        let count = (values.count - 1) / 2
        guard values.count % 2 == 1, count >= 2, count <= Curve.capacity else {
            throw ShakeModelError(
                line: line, message: "a curve is a mean and 2 to \(Curve.capacity) pairs of a knot and a value")
        }
        let knots = (0..<count).map { values[1 + 2 * $0] }
        guard zip(knots, knots.dropFirst()).allSatisfy(<) else {
            throw ShakeModelError(line: line, message: "the knots of a curve must rise")
        }
        return Curve(knots: knots, values: (0..<count).map { values[2 + 2 * $0] }, typical: values[0])
    }

    /// The numbers of a line, each below a million.
    private static func numbers(
        _ words: ArraySlice<String>, _ count: Int?, _ line: Int
    ) throws(ShakeModelError) -> [Double] {
        var result: [Double] = []
        for word in words {
            guard let value = Double(word), abs(value) < 1e6 else {
                throw ShakeModelError(line: line, message: "a word is no number below a million")
            }
            result.append(value)
        }
        guard count == nil || result.count == count else {
            throw ShakeModelError(line: line, message: "\(result.count) numbers where \(count ?? 0) belong")
        }
        return result
    }
}
