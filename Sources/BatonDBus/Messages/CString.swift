// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whether the C string is this one.
///
/// A Swift string as an argument of a C function is copied to the heap; this compares in place.
func isEqual(_ pointer: UnsafePointer<CChar>?, _ string: String) -> Bool {
    guard let pointer else { return false }
    return string.withCString { strcmp(pointer, $0) == 0 }
}

/// Calls `body` with a C string in place, or with nil for nil.
func withCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}
