// SPDX-License-Identifier: Apache-2.0

/// What a terminal shows of what it is sent: as much of a terminal as `batonctl top` needs.
struct TerminalScreen {
    private let columns: Int
    private var lines: [[Character]]
    private var (row, column) = (0, 0)
    private var pending: [UInt8] = []
    /// The modes that are set, such as `?1049` for the alternate screen.
    private(set) var modes: Set<String> = ["?25", "?7"]

    init(columns: Int, rows: Int) {
        self.columns = columns
        lines = Array(repeating: [], count: rows)
    }

    /// The lines from the top.
    var text: String { lines.map { String($0) }.joined(separator: "\n") }

    /// Whether it is as a shell has it: its own screen, a cursor, long lines that go on below.
    var isUsual: Bool { modes == ["?25", "?7"] }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let length = oneLength {
            let item = pending.prefix(length)
            pending.removeFirst(length)
            if item.first == 0x1B { control(String(decoding: item.dropFirst(2), as: UTF8.self)) } else { put(item) }
        }
    }

    /// How many bytes the next character or sequence has; nil if it is not whole.
    private var oneLength: Int? {
        guard let first = pending.first else { return nil }
        if first == 0x1B {
            return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
        }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        return pending.count >= length ? length : nil
    }

    private mutating func put(_ bytes: some Sequence<UInt8>) {
        guard let character = String(decoding: Array(bytes), as: UTF8.self).first else { return }
        switch character {
        case "\r": column = 0
        case "\n", "\r\n": row = min(row + 1, lines.count - 1)
        default:
            guard row < lines.count else { return }
            while lines[row].count <= column { lines[row].append(" ") }
            lines[row][column] = character
            column = min(column + 1, columns - 1)
        }
    }

    private mutating func control(_ sequence: String) {
        let parameters = sequence.dropLast()
        switch sequence.last {
        case "H":
            let place = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = ((place.first ?? 1) - 1, (place.dropFirst().first ?? 1) - 1)
        case "K": if row < lines.count { lines[row] = [] }
        case "J": lines = lines.map { _ in [] }
        case "h": modes.insert(String(parameters))
        case "l": modes.remove(String(parameters))
        default: break
        }
    }
}
