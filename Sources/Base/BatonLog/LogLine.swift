// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Glibc

/// The bytes of a log line.
///
/// A text from outside cannot begin a new line or control a terminal: control characters, and characters that change
/// the direction of text, are written as escapes. The line has at most ``longest`` bytes.
struct LogLine {
    /// The longest line with its end, in bytes. It is less than `PIPE_BUF`, so a write of a line to a pipe is atomic.
    static let longest = 2048

    /// The line so far.
    private(set) var bytes: [UInt8] = []

    /// Begins a line in `form`: with the severity, and on a terminal with the time since start.
    init(_ level: LogLevel, form: LogForm, elapsed: Duration) {
        bytes.reserveCapacity(256)
        switch form {
        case .journal: bytes += "<\(level.priority)>".utf8
        case .terminal:
            let (seconds, attoseconds) = elapsed.components
            let milliseconds = String(max(0, attoseconds / 1_000_000_000_000_000) + 1000).dropFirst()
            let time = "\(seconds).\(milliseconds)"
            bytes += repeatElement(UInt8(ascii: " "), count: max(0, 9 - time.utf8.count))
            bytes += "\(time) \(level.rawValue): ".utf8
        }
    }

    /// Appends a text; control characters become escapes.
    mutating func append(_ text: String) {
        for scalar in text.unicodeScalars where bytes.count < Self.longest { append(scalar, quoted: false) }
    }

    /// Appends ` key=value`. The value is quoted if it is empty or contains a blank or a quote.
    mutating func append(key: String, value: String) {
        append(" \(key)=")
        let needsQuotes = value.isEmpty || value.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
        guard needsQuotes else { return append(value) }
        append("\"")
        for scalar in value.unicodeScalars where bytes.count < Self.longest { append(scalar, quoted: true) }
        append("\"")
    }

    /// The whole line with its end. If it is too long, it is cut and ends in `…`.
    func finished() -> [UInt8] {
        guard bytes.count >= Self.longest - 1 else { return bytes + [0x0A] }
        var cut = bytes.prefix(Self.longest - 4)
        // Do not cut within a character: go back to before its first byte.
        if bytes[cut.endIndex] & 0xC0 == 0x80 {
            while let last = cut.popLast(), last & 0xC0 == 0x80 {}
        }
        return cut + Array("…\n".utf8)
    }

    private mutating func append(_ scalar: Unicode.Scalar, quoted: Bool) {
        switch scalar {
        case "\n": bytes += "\\n".utf8
        case "\r": bytes += "\\r".utf8
        case "\t": bytes += "\\t".utf8
        case "\"" where quoted, "\\" where quoted: bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
        case _ where Self.isDangerous(scalar): bytes += "\\u{\(String(scalar.value, radix: 16))}".utf8
        default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    /// Whether a terminal interprets the scalar, it changes the direction of text, or it is invisible (byte order mark,
    /// tags).
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        scalar.misleads || scalar.value == 0xFEFF || (0xE0000...0xE007F).contains(scalar.value)
    }
}

/// The form of a log line.
package enum LogForm: Sendable, Equatable {
    /// For systemd's journal, which adds the time itself: `<4>` before the line is its severity (sd-daemon(3)).
    case journal
    /// For a terminal: seconds since start and the level's name.
    case terminal

    /// The form for the file that `descriptor` is connected to.
    ///
    /// `$JOURNAL_STREAM` is not sufficient, because a terminal that the user manager started inherits it. Its device
    /// and inode must be those of the descriptor (systemd.exec(5)).
    static func detect(descriptor: CInt, environment: [String: String]) -> LogForm {
        guard let numbers = environment["JOURNAL_STREAM"]?.split(separator: ":"), numbers.count == 2,
            let device = UInt64(numbers[0]), let inode = UInt64(numbers[1])
        else { return .terminal }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .terminal }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode ? .journal : .terminal
    }
}
