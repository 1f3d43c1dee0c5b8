// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonValues

/// The lines of one key in a `baton.conf`, and two ways to give the key other values.
///
/// For example:
/// ```swift
/// let keys = KeyLines("[mqtt]\nfollow = living, attic ; mine\n", .baton)
/// let list = EditedList(keys, [1], key: "follow", ["attic"], KeyReading("mqtt", "follow"))
/// list.difference  // "[mqtt]\nfollow = attic ; mine\n"
/// ```
struct EditedList {
    private let keys: KeyLines
    private let lines: [Line]
    private let key: String
    /// The values that are wanted, as batond writes them; an empty one for a list without values.
    private let wanted: [String]
    /// The same values as they are to be written.
    private let texts: [String: String]
    private let reading: KeyReading?

    /// A line of the key.
    private struct Line {
        let place: Int
        let text: AssignmentLine
        /// The parts of the line, and the value of each that has one.
        let parts: [(text: String, value: String?)]
        /// The values as batond reads them; an empty one where the line takes out those above it.
        var values: [String] { text.value.isEmpty ? [""] : parts.compactMap(\.value) }
    }

    /// - Parameters:
    ///   - keys: the file.
    ///   - places: the lines of the key; at least one.
    ///   - values: what is wanted.
    ///   - reading: nil for a key that batond does not know.
    init(_ keys: KeyLines, _ places: [Int], key: String, _ values: [String], _ reading: KeyReading?) {
        (self.keys, self.key, self.reading) = (keys, key, reading)
        func value(_ part: String) -> String? { reading?.value(of: part) ?? (part.isEmpty ? nil : part) }
        wanted = values.map { value($0) ?? "" }
        texts = Dictionary(zip(wanted, values)) { one, _ in one }
        lines = places.map { place in
            let text = AssignmentLine(keys.lines[place])
            let parts = (reading?.parts(of: text.value) ?? [text.value]).map { (text: $0, value: value($0)) }
            return Line(place: place, text: text, parts: parts)
        }
    }

    // MARK: The difference

    /// The text in which values that are not wanted are gone, and those that are missing are behind the others; nil if this can be no
    /// way to the wanted values.
    var difference: String? {
        guard let reading, let last = lines.last, !wanted.isEmpty else { return nil }
        guard reading.isList else { return wanted.count == 1 ? with(wanted[0], in: last) : nil }
        // An empty value takes out what is above it. Those lines say nothing, and stay as they are.
        let counting = lines[(lines.lastIndex { $0.text.value.isEmpty } ?? 0)...]
        var keys = keys
        var free: [Int] = []
        for line in counting where !line.values.allSatisfy({ $0.isEmpty || wanted.contains($0) }) {
            if line.values.contains(where: wanted.contains) {
                keys.lines[line.place] = line.text.with(staying(of: line, reading))
            } else {
                free.append(line.place)
            }
        }
        let present = Set(counting.flatMap(\.values))
        var missing = wanted.filter { !$0.isEmpty && !present.contains($0) }
        // Without a line a list would be the default, which may name something.
        if wanted == [""], free.count == lines.count { missing = [""] }
        let isOnly = wanted.count == 1 && missing.count == 1 && lines.count == 1
        if isOnly, let text = with(missing[0], in: last) { return text }
        return text(keys, without: free, adding: missing)
    }

    /// The text with another value on a line, which keeps what is written around it; nil if batond would not read so long a line.
    private func with(_ value: String, in line: Line) -> String? {
        let text = line.text.with(texts[value] ?? value)
        guard bare(text).utf8.count <= ConfigurationFileReader.longestLine else { return nil }
        var keys = keys
        keys.lines[line.place] = text
        return keys.text
    }

    /// The value of a line without the parts that go.
    private func staying(of line: Line, _ reading: KeyReading) -> String {
        let parts = line.parts.filter { $0.value.map(wanted.contains) ?? true }.map(\.text)
        return ConfigurationText.trimmed(parts.joined(separator: reading.separator.map(String.init) ?? ""))
    }

    // MARK: Anew

    /// The text with the values in their order, where that is not the order of the lines: a line whose values are wanted in their turn
    /// stays, and the others are written anew. Values are compared by their bytes: of two spellings of é, which are one value to batond,
    /// the first counts, so a line that moves is to say the spelling that is wanted.
    var rewritten: String {
        var rest = wanted[...]
        var free: [Int] = []
        for line in lines {
            if !line.values.isEmpty, rest.starts(with: line.values, by: { $0.hasSameBytes(as: $1) }) {
                rest.removeFirst(line.values.count)
            } else {
                free.append(line.place)
            }
        }
        // A line of another value of a list was not written about this one; the only line of a key was.
        let isOnly = wanted.count == 1 && lines.count == 1 && free.count == 1
        if isOnly, let text = with(wanted[0], in: lines[0]) { return text }
        return text(keys, without: free, adding: Array(rest))
    }

    /// The text without some lines of the key, and with lines of more values: in the place of those that go, as far as these are behind
    /// all that stay, so that the order of the values is right; else behind the last line.
    private func text(_ keys: KeyLines, without free: [Int], adding values: [String]) -> String {
        var keys = keys
        var free = free
        var new = values.map { value in
            // A line goes with its value, and with the comment that was written about it.
            lines.first { free.contains($0.place) && $0.values.elementsEqual([value], by: { $0.hasSameBytes(as: $1) }) }
                .map { bare(keys.lines[$0.place]) } ?? "\(key) = \(texts[value] ?? value)"
        }[...]
        let staying = lines.last { !free.contains($0.place) }?.place ?? -1
        let last = lines.last?.place ?? 0
        for place in free where place > staying {
            guard let text = new.popFirst() else { break }
            keys.lines[place] = keys.written(text, near: place)
            free.removeAll { $0 == place }
        }
        keys.insert(Array(new), behind: last)
        for place in free.reversed() { keys.remove(at: place) }
        return keys.text
    }

    /// A line without its carriage return: it gets the end of its new place.
    private func bare(_ line: String) -> String { line.utf8.last == 0x0D ? String(line.dropLast()) : line }
}
