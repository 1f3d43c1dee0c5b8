// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program that the dynamic loader cannot load, because a library that it needs is not on this machine: a copy of sleep(1) that
/// names another C library. Its folder goes with it.
public final class UnloadableProgram {
    /// The library that is missing.
    public static let library = "libQ.so.6"

    /// The absolute path.
    public let path: String

    private let folder = TemporaryFolder()

    /// Makes one.
    public init() throws {
        path = "\(folder.path)/baton-helper"
        var bytes = try Data(contentsOf: URL(filePath: "/bin/sleep"))
        let name = Data("libc.so.6".utf8)
        while let place = bytes.range(of: name) { bytes.replaceSubrange(place, with: Data(Self.library.utf8)) }
        try bytes.write(to: URL(filePath: path))
        chmod(path, 0o700)
    }
}
