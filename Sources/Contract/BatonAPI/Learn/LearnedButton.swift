// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The answer of `Learn`: a button that the user pressed, and what is known of it. Any field may be empty.
///
/// On the bus it is an `a{sv}` with the names of ``ButtonField``. Words are texts, because a newer agent may have others.
package struct LearnedButton: WireValue, Equatable, Sendable {
    package static var signature: Signature { Vardict.signature }

    /// A word of `InputKind`.
    package var input = ""
    /// The device's own name, or that of the service that sent the command.
    package var device = ""
    /// The path of the device's event node.
    package var node = ""
    /// The key's name in the kernel.
    package var key = ""
    /// A word of ``LearnedAction``, or of an action in the configuration.
    package var action = ""
    /// A word of ``ButtonRole``.
    package var role = ""
    /// A word of ``ButtonReading``.
    package var reading = ""
    /// Why it does not reach Baton; nil if it does.
    package var reason: Reason?
    /// Lines for baton.conf, the section's header first.
    package var configuration: [String] = []

    /// Makes an answer without any field.
    package init() {}

    /// Reads the answer of an agent. A field that is missing or has another type is empty.
    package init?(wire value: Value) {
        guard let fields = Vardict(wire: value) else { return nil }
        func text(_ field: ButtonField) -> String { fields.read(field.rawValue) ?? "" }
        input = text(.input)
        device = text(.device)
        node = text(.node)
        key = text(.key)
        action = text(.action)
        role = text(.role)
        reading = text(.reading)
        reason = Reason(word: fields[ButtonField.reason.rawValue], details: fields[ButtonField.details.rawValue])
        configuration = fields.read(ButtonField.configuration.rawValue) ?? []
    }

    /// The answer as it is on the bus.
    package var wire: Value {
        let reason = Reason.values(reason)
        let fields: [(ButtonField, Value)] = [
            (.input, .string(input)), (.device, .string(device)), (.node, .string(node)), (.key, .string(key)),
            (.action, .string(action)), (.role, .string(role)), (.reading, .string(reading)), (.reason, reason[0]),
            (.details, reason[1]), (.configuration, .strings(configuration)),
        ]
        return .vardict(fields.map { ($0.0.rawValue, $0.1) })
    }
}
