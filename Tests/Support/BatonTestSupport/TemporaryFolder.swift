// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A folder of one test, removed with everything in it when the test lets go of it.
public final class TemporaryFolder {
    /// Where it is; the path is short, as sockets need.
    public let path: String

    /// Makes one; its path leads nowhere if there can be none.
    public init() {
        var template = Array("/tmp/baton-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, mkdtemp(base) != nil else { return "/nonexistent" }
            return String(cString: base)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file in the folder, making folders on the way, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { return file }
        fputs(text, stream)
        fclose(stream)
        return file
    }

    /// The text of a file in the folder; nil when there is none.
    public func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    /// The names in the folder, sorted.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
