// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads where a symbolic link leads to.
package enum SymbolicLink {
    /// The target of a link; nil if the path is not a link, this user may not read it, or the target is longer than any path.
    ///
    /// - Parameters:
    ///   - path: the link.
    ///   - folder: the descriptor of the folder that a relative path begins at.
    package static func target(of path: String, in folder: Int32 = AT_FDCWD) -> [UInt8]? {
        let target = [UInt8](unsafeUninitializedCapacity: longestPath) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { max(0, readlinkat(folder, path, $0, characters.count)) } ?? 0
            }
        }
        return target.isEmpty || target.count == longestPath ? nil : target
    }

    private static let longestPath = 4096
}
