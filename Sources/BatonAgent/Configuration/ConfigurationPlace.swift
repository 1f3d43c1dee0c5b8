// SPDX-License-Identifier: Apache-2.0

/// Where a piece of configuration was written.
package struct ConfigurationPlace: Sendable, Equatable, CustomStringConvertible {
    /// The file's path, or the option: `--set`.
    package let source: String
    /// The line, counted from 1; nil for an option or a whole file.
    package var line: Int?
    /// The character in the line, counted from 1; nil for the whole line.
    package var column: Int?

    /// A place in `source`.
    init(_ source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// `source:line:column` as far as known.
    package var description: String {
        switch (line, column) {
        case (let line?, let column?): "\(source):\(line):\(column)"
        case (let line?, nil): "\(source):\(line)"
        default: source
        }
    }
}
