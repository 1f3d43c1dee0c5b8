// SPDX-License-Identifier: Apache-2.0

/// Why bytes were not read: they are not JSON text, or exceed a bound.
///
/// For example:
/// ```swift
/// do throws(JSONError) { _ = try JSONReader.read([0x7B]) } catch { /* error.offset == 1 */ }
/// ```
package struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    package let message: String
    /// The offset in bytes at which it was found.
    package let offset: Int
}
