// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// Attributes are text: short, in C's notation whatever the locale, with a newline or a zero at the end.
enum IIOText {
    /// Reads with a function of libiio that fills a buffer and returns a length or a negative error.
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

    /// Throws what a function of libiio returned, if it is an error.
    static func check(_ result: Int32) throws(Errno) {
        guard result >= 0 else { throw Errno(rawValue: -result) }
    }

    /// A finite number.
    ///
    /// - Throws: `.invalidArgument` for anything else.
    static func number(_ text: some StringProtocol) throws(Errno) -> Double {
        // The standard library parses in the C locale.
        guard let value = Double(trimmed(text)), value.isFinite else { throw .invalidArgument }
        return value
    }

    /// The text without white space and zeros at both ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(decoding: bytes, as: UTF8.self)
    }
}
