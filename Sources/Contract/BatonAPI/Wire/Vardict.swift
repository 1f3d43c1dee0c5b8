// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Options or facts by their names, `a{sv}`, in the order in which they are sent. Each use has a type of its own that knows the
/// names, such as ``LeaseOptions``.
package struct Vardict: WireValue, Equatable, Sendable {
    package static var signature: Signature { "a{sv}" }

    private var entries: [DBusDictionary.Entry]

    /// - Parameter pairs: those without a value are left out.
    package init(_ pairs: [(name: String, value: Value?)] = []) {
        entries = pairs.compactMap { name, value in
            value.map { DBusDictionary.Entry(.string(name), .variant($0)) }
        }
    }

    package init?(wire value: Value) {
        guard case .dictionary(let dictionary) = value.unwrapped, dictionary.key == "s" else { return nil }
        entries = dictionary.entries
    }

    package var wire: Value { .dictionary(DBusDictionary("s", "v", entries)) }

    /// The value of a name, without the variants around it; the last one counts.
    package subscript(name: String) -> Value? {
        entries.last { $0.key == .string(name) }?.value.unwrapped
    }

    /// The value of a name; nil when there is none, or when it has another type.
    package func read<Content: WireValue>(_ name: String) -> Content? { self[name].flatMap { Content(wire: $0) } }

    /// The same for options, where another type is the caller's mistake.
    ///
    /// - Throws: `InvalidArgs`, naming the option and its type.
    package func option<Content: WireValue>(_ name: String) throws(DBusError) -> Content? {
        guard let value = self[name] else { return nil }
        guard let content = Content(wire: value) else {
            throw Self.wrongType(name, Content.signature)
        }
        return content
    }

    static func wrongType(_ name: String, _ signature: Signature) -> DBusError {
        DBusError(.invalidArguments, "option '\(name)' wants a value of type '\(signature)'")
    }

    /// The values by their names.
    package var values: [String: Value] { wire.asVardict ?? [:] }
}
