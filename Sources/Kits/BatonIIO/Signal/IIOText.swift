// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// Reads the text of attributes. It is short, in C's notation in every locale, with a newline or a NUL at the end.
enum IIOText {
    /// Reads with a function that fills a buffer and returns a length or a negative errno.
    static func read(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int) throws(Errno) -> String {
        var text = ""
        let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            let length = body(start, buffer.count)
            if length > 0 {
                let bytes = UnsafeRawBufferPointer(start: start, count: min(length, buffer.count))
                text = trimmed(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
            return length
        }
        guard result >= 0 else { throw Errno(rawValue: Int32(clamping: -result)) }
        return text
    }

    /// Throws the result of a function of libiio if it is a negative errno.
    static func check(_ result: Int32) throws(Errno) {
        guard result >= 0 else { throw Errno(rawValue: -result) }
    }

    /// Reads a finite number.
    ///
    /// - Throws: `.invalidArgument` for any other text.
    static func number(_ text: some StringProtocol) throws(Errno) -> Double {
        // Swift's standard library parses numbers in C's notation.
        guard let value = Double(trimmed(text)), value.isFinite else { throw .invalidArgument }
        return value
    }

    /// The text without white space and NULs at both ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(decoding: bytes, as: UTF8.self)
    }
}
