// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Lists the kernel's event nodes.
enum EventNodes {
    /// The names in a folder that begin with "event"; none if the folder cannot be read.
    static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event") { names.append(name) }
        }
        return names
    }
}
