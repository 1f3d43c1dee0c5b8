// SPDX-License-Identifier: Apache-2.0

extension ProcessFiles {
    private static let longestCgroup = 4096

    /// The scope in which the session started the application that the process belongs to, such as
    /// `app-gnome-firefox-1234.scope`; nil for what several applications may share.
    package var applicationScope: String? {
        guard let bytes = bytes(of: "cgroup", most: Self.longestCgroup) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let last = line.split(separator: "/").last, last.hasPrefix("app-"), last.hasSuffix(".scope") else {
            return nil
        }
        return String(last)
    }
}
