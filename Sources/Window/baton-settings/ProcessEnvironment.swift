// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The variables of this process, for programs that it starts for the user.
enum ProcessEnvironment {
    /// All of them.
    static var variables: [String: String] {
        var result: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                result[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
            }
            place += 1
        }
        return result
    }
}
