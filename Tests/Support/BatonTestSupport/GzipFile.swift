// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A text file that is stored compressed by gzip.
public enum GzipFile {
    /// The text of a file.
    public static func text(_ file: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        // The end of the pipe is the end of the text. `waitUntilExit` is not called: it has hung for ever behind a gzip that had ended.
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
