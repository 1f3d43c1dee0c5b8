// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Why each responder has its place in the chain: from its identifier to a word of `RoutingReason`, or of a newer agent.
package struct PlaceReasons: WireValue, Equatable, Sendable {
    package static var signature: Signature { "a{ss}" }

    private var entries: [DBusDictionary.Entry]

    /// - Parameter pairs: in the order of the chain.
    package init(_ pairs: [(id: String, reason: String)]) {
        entries = pairs.map { DBusDictionary.Entry($0.id.wire, $0.reason.wire) }
    }

    package init?(wire value: Value) {
        guard case .dictionary(let dictionary) = value.unwrapped, dictionary.key == "s", dictionary.value == "s" else {
            return nil
        }
        entries = dictionary.entries
    }

    package var wire: Value { .dictionary(DBusDictionary("s", "s", entries)) }

    /// The reason of a responder; nil when there is none.
    package subscript(id: String) -> String? {
        entries.last { $0.key == .string(id) }.flatMap { String(wire: $0.value) }
    }
}
