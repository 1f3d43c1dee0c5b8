// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// Who started a process, as procfs tells.
package enum ProcessParent {
    /// The parent of a process, or nil when it is gone.
    package static func of(_ process: UInt32, root: String = "/proc") -> UInt32? {
        // "42 (a name) S 1 …": the name may have spaces and brackets in it.
        guard let line = SmallFile.firstLine("\(root)/\(process)/stat"), let bracket = line.lastIndex(of: ")") else {
            return nil
        }
        let fields = line[bracket...].split(separator: " ")
        return fields.count > 2 ? UInt32(fields[2]) : nil
    }
}
