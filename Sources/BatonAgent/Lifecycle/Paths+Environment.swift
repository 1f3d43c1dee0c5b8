// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension Paths {
    /// The variables of this process, read once at start; everything else gets them as a value.
    ///
    /// Values that are not UTF-8 are left out. Call it before there is a second thread.
    static func processEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        // clearenv(3) leaves a null pointer, which the import does not know of.
        guard UInt(bitPattern: environ) != 0 else { return variables }
        var entry = environ
        while let text = entry.pointee {
            entry += 1
            guard let line = String(validatingCString: text), let equals = line.utf8.firstIndex(of: UInt8(ascii: "="))
            else { continue }
            let name = String(line[..<equals])
            if variables[name] == nil { variables[name] = String(line[line.utf8.index(after: equals)...]) }
        }
        return variables
    }
}
