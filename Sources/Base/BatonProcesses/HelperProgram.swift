// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import Glibc

/// Finds the programs that batond starts: in batond's own folder, else in `libexec/baton`; never in `$PATH`.
package enum HelperProgram {
    /// The absolute path of the helper, or nil when it is not installed.
    package static func path(of name: String) -> String? {
        guard let own = ownFolder else { return nil }
        return ["\(own)/\(name)", "\(own)/../libexec/baton/\(name)"].first { access($0, X_OK) == 0 }
    }

    private static var ownFolder: String? {
        guard let target = SymbolicLink.target(of: "/proc/self/exe") else { return nil }
        let path = String(decoding: target, as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }
}
