// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Whether the bytes of another text stand somewhere in this one.
    ///
    /// `contains` of the standard library would link its regular expressions, a tenth of batond.
    package func contains(bytesOf part: String) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest.removeFirst()
        }
        return false
    }
}
