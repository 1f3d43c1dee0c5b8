// SPDX-License-Identifier: Apache-2.0

/// What an object says about itself to `Introspect`: its interfaces and the names below it, and nothing of their content.
struct IntrospectedNode: Equatable, Sendable {
    /// Its interfaces' names.
    var interfaces: [String] = []
    /// Its children's names, as they are joined to its path.
    var children: [String] = []

    /// Longer descriptions are not read.
    static let longest = 256 << 10

    /// Reads a description; nil when it is too long, or no XML that a D-Bus library writes.
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
