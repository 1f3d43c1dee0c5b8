// SPDX-License-Identifier: Apache-2.0

/// The kernel's names of keys, as `KEY_PLAYPAUSE`. libevdev knows them, and only programs that read devices link it. So
/// the caller that reads a configuration says how they are looked up.
package struct KeyNames: Sendable {
    /// The key with a name or a number; nil if there is none.
    package let code: @Sendable (String) -> Int?
    /// The name of a key, or its number if it has no name.
    package let name: @Sendable (Int) -> String

    package init(code: @escaping @Sendable (String) -> Int?, name: @escaping @Sendable (Int) -> String) {
        self.code = code
        self.name = name
    }

    /// For a program that changes a file and uses no key of it: every word that may be a name is one, of the key 0.
    package static let unchecked = KeyNames(
        code: { text in
            if let number = Int(text) { return (0...Int(UInt16.max)).contains(number) ? number : nil }
            let isWord = text.utf8.allSatisfy { byte in
                Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber || byte == 0x5F
            }
            return isWord && !text.isEmpty ? 0 : nil
        }, name: { String($0) })
}
