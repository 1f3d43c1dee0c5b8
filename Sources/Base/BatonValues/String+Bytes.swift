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

extension StringProtocol {
    /// Whether two texts are the same bytes. To `==` two spellings of é are the same, to a file system and a pattern they are not.
    package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
