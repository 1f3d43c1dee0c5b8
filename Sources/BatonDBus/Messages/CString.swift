// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whether the C string is this one.
///
/// A Swift string as an argument of a C function is copied to the heap; this compares in place.
func isEqual(_ pointer: UnsafePointer<CChar>?, _ string: String) -> Bool {
    guard let pointer else { return false }
    return string.withCString { strcmp(pointer, $0) == 0 }
}

/// A C string of at most `limit` bytes; nil for a longer one.
func string(_ pointer: UnsafePointer<CChar>, upTo limit: Int) -> String? {
    let length = strnlen(pointer, limit + 1)
    return length <= limit ? prefix(of: pointer, length) : nil
}

/// The beginning of a C string, of at most `most` bytes.
func beginning(of pointer: UnsafePointer<CChar>, most: Int) -> String { prefix(of: pointer, strnlen(pointer, most)) }

private func prefix(of pointer: UnsafePointer<CChar>, _ length: Int) -> String {
    pointer.withMemoryRebound(to: UInt8.self, capacity: length) {
        String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
}

/// Calls `body` with a C string in place, or with nil for nil.
func withCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}
