// SPDX-License-Identifier: Apache-2.0

package import BatonFiles
import BatonSettings
package import BatonState
import Glibc

/// The restore token, by which the portal knows that the user has consented before (rule UNDO34). It serves once. A
/// program that has it can press keys, so only its owner can read the file, and it is never logged.
package struct PortalToken: Sendable {
    private let store: StateStore

    private static let file = "portal-token"
    private static let mostBytes = 4096

    /// - Parameter store: the agent's saved state.
    package init(store: StateStore) {
        self.store = store
    }

    /// The token; nil if there is none.
    package var value: String? {
        guard let path = store.path(of: Self.file), let bytes = try? SmallFile.read(path, most: Self.mostBytes),
            !bytes.isEmpty
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Saves a token in place of the one before. An empty or too long token removes it.
    ///
    /// - Throws: ``SmallFileError``, whose message names the path.
    package func save(_ token: String) throws(SmallFileError) {
        guard !token.isEmpty, token.utf8.count <= Self.mostBytes else { return forget() }
        try store.save(Array(token.utf8), as: Self.file)
    }

    /// Removes the token, because it was used or is not valid.
    package func forget() {
        if let path = store.path(of: Self.file) { unlink(path) }
    }
}
