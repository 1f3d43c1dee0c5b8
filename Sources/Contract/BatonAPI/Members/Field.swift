// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// An argument or a result of a member: its name, its type, and what it is.
///
/// As with ``PropertyDeclaration``, what it needs of `Content` is no requirement of the type.
package struct Field<Content> {
    let description: FieldDescription

    package init(_ name: String, _ meaning: String) where Content: WireValue {
        description = FieldDescription(argument: Argument(name, Content.signature), meaning: meaning)
    }
}

/// What introspection and the documents say about an argument or a result.
package struct FieldDescription: Sendable {
    package let argument: Argument
    package let meaning: String
}

/// The arguments or the results of a member in their order. `Content` is the type of the only one, or a tuple.
package struct FieldList<Content> {
    package let descriptions: [FieldDescription]
    /// Makes the values that go over the bus.
    package let encode: @Sendable (Content) -> [Value]
    /// Reads them; nil when there are too few, or when one has another type.
    package let decode: @Sendable ([Value]) -> Content?

    init(_ field: Field<Content>) where Content: WireValue {
        descriptions = [field.description]
        encode = { [$0.wire] }
        decode = { $0.first.flatMap { Content(wire: $0) } }
    }

    init<each Part: WireValue>(_ field: repeat Field<each Part>) where Content == (repeat each Part) {
        var descriptions: [FieldDescription] = []
        repeat descriptions.append((each field).description)
        self.descriptions = descriptions
        encode = { content in
            var values: [Value] = []
            repeat values.append((each content).wire)
            return values
        }
        decode = { values in
            var rest = values[...]
            do throws(UnreadablePart) {
                return (repeat try Self.read((each Part).self, from: &rest))
            } catch {
                return nil
            }
        }
    }

    private struct UnreadablePart: Error {}

    private static func read<Part: WireValue>(
        _: Part.Type, from values: inout ArraySlice<Value>
    ) throws(UnreadablePart) -> Part {
        guard let value = values.popFirst(), let part = Part(wire: value) else { throw UnreadablePart() }
        return part
    }

    package var arguments: [Argument] { descriptions.map(\.argument) }
}
