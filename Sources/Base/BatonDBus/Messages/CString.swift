// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether the C string is equal to the string.
///
/// Compares without copying: a Swift string that is passed to a C function is copied to the heap.
func isEqual(_ pointer: UnsafePointer<CChar>?, _ string: String) -> Bool {
    guard let pointer else { return false }
    return string.withCString { strcmp(pointer, $0) == 0 }
}

/// Copies a C string of at most `limit` bytes; nil for a longer one.
func string(_ pointer: UnsafePointer<CChar>, upTo limit: Int) -> String? {
    let length = strnlen(pointer, limit + 1)
    return length <= limit ? prefix(of: pointer, length) : nil
}

/// Copies at most the first `most` bytes of a C string.
func beginning(of pointer: UnsafePointer<CChar>, most: Int) -> String { prefix(of: pointer, strnlen(pointer, most)) }

private func prefix(of pointer: UnsafePointer<CChar>, _ length: Int) -> String {
    pointer.withMemoryRebound(to: UInt8.self, capacity: length) {
        String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
}

/// Calls `body` with the string as a C string, or with nil for nil.
func withCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}
