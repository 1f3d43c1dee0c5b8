// SPDX-License-Identifier: Apache-2.0

/// An object's answer to `Introspect`: the names of its interfaces and children.
struct IntrospectedNode: Equatable, Sendable {
    /// The names of its interfaces.
    var interfaces: [String] = []
    /// The names of its children, relative to its path.
    var children: [String] = []

    /// The longest description in bytes that is read.
    static let longest = 256 << 10

    /// Reads a description; nil if it is too long, or is not XML as D-Bus libraries write it.
    init?(_ xml: String) {
        let bytes = Array(xml.utf8)
        guard bytes.count <= Self.longest else { return nil }
        var scanner = XMLTagScanner(bytes)
        var depth = 0
        while let tag = scanner.next() {
            if tag.name == "node" {
                if tag.isEnd {
                    depth -= 1
                } else {
                    if depth == 1, let name = tag.nameAttribute { children.append(name) }
                    if !tag.isEmpty { depth += 1 }
                }
                guard depth >= 0, depth <= 64 else { return nil }
            } else if tag.name == "interface", depth == 1, !tag.isEnd, let name = tag.nameAttribute {
                interfaces.append(name)
            }
        }
        guard scanner.isWellFormed, depth == 0 else { return nil }
    }
}
