// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// A property of Baton's D-Bus API.
///
/// `Content` is a `WireValue` wherever it is used. A requirement of the type itself would be looked for in the whole program when the
/// type is first used, which costs a short command of batonctl 3 % of its instructions for each `Content`.
package struct PropertyDeclaration<Content> {
    package let description: MemberDescription

    package var name: MemberName { description.name }

    private var change: Property.Change {
        if case .property(_, let change, _) = description.kind { change } else { .none }
    }
}

extension PropertyDeclaration where Content: WireValue {
    // MARK: The caller

    /// Its value in an answer to GetAll; nil when it is missing, as with an older agent, or has another type.
    package func value(in properties: [String: Value]) -> Content? {
        properties[name.rawValue].flatMap { Content(wire: $0) }
    }

    /// A call that sets it.
    ///
    /// - Throws: `InvalidArgs` when D-Bus cannot carry the value.
    package func set(_ content: Content) throws(DBusError) -> Message {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: .properties, member: "Set", noAutoStart: false)
        try message.append(
            .string(description.interface.rawValue), .string(name.rawValue), .variant(content.wire))
        return message
    }

    // MARK: The object

    /// The property as it is served.
    package func served(_ get: @escaping () -> Content) -> Property {
        Property(name, Content.signature, emitsChange: change) { get().wire }
    }

    /// The property as it is served, with what sets it. `set` may answer later.
    package func served(
        set: @escaping (Content, Invocation) -> Void, get: @escaping () -> Content
    ) -> Property {
        Property(
            name, Content.signature, emitsChange: change,
            set: { value, call in
                // Cannot fail: BatonDBus has compared the type.
                guard let content = Content(wire: value) else {
                    return call.fail(DBusError(.invalidArguments, "the property has another type"))
                }
                set(content, call)
            }
        ) { get().wire }
    }
}
