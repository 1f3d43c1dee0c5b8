// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonSettings
import Glibc

/// The word by which the portal knows that the user has agreed already (spec/undo.md §5). It serves once, and whoever has it
/// can press keys: it is its owner's to read only, and is never logged.
package struct PortalToken: Sendable {
    private let store: StateStore

    private static let file = "portal-token"
    private static let mostBytes = 4096

    /// - Parameter store: where the agent keeps its state.
    package init(store: StateStore) {
        self.store = store
    }

    /// The token, if there is one.
    package var value: String? {
        guard let path = store.path(of: Self.file), let bytes = try? SmallFile.read(path, most: Self.mostBytes),
            !bytes.isEmpty
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Keeps a token in place of the one before.
    ///
    /// - Throws: ``SmallFileError``, whose message names the path.
    package func save(_ token: String) throws(SmallFileError) {
        guard !token.isEmpty, token.utf8.count <= Self.mostBytes else { return forget() }
        try store.save(Array(token.utf8), as: Self.file)
    }

    /// It was used, or is of no use.
    package func forget() {
        if let path = store.path(of: Self.file) { unlink(path) }
    }
}
