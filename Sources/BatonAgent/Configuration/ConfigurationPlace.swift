// SPDX-License-Identifier: Apache-2.0

/// Where a piece of configuration was written.
struct ConfigurationPlace: Sendable, Equatable, CustomStringConvertible {
    /// The file's path, or the option: `--set`.
    let source: String
    /// The line, counted from 1; nil for an option or a whole file.
    var line: Int?
    /// The character in the line, counted from 1; nil for the whole line.
    var column: Int?

    /// A place in `source`.
    init(_ source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// `source:line:column` as far as known.
    var description: String {
        switch (line, column) {
        case (let line?, let column?): "\(source):\(line):\(column)"
        case (let line?, nil): "\(source):\(line)"
        default: source
        }
    }
}
