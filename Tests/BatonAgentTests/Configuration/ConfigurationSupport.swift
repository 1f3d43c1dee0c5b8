// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

@testable import BatonSettings

/// Reads a text as `baton.conf`.
func loadConfiguration(_ text: String, set overrides: [String] = []) throws -> LoadedConfiguration {
    try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: overrides)
}

/// All diagnostics of a text, warnings and errors.
func configurationProblems(_ text: String, set overrides: [String] = []) -> [String] {
    configurationProblems(Array(text.utf8), set: overrides).map(\.description)
}

/// All diagnostics of bytes, warnings and errors.
func configurationProblems(_ bytes: [UInt8], set overrides: [String] = []) -> [ConfigurationDiagnostic] {
    Configuration.problems(in: bytes, source: "baton.conf", overrides: overrides)
}

/// A folder of one test, removed with its contents when the test releases it.
final class TemporaryFolder {
    let path: String

    init() {
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
    func write(_ text: String, to name: String) -> String {
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

    /// The text of a file in the folder; nil if it does not exist.
    func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}
