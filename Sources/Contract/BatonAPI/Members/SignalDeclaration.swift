// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// A signal of Baton's D-Bus API.
package struct SignalDeclaration<Arguments> {
    package let description: MemberDescription
    let arguments: FieldList<Arguments>

    package var name: MemberName { description.name }

    /// The signal as introspection shows it.
    package var served: Signal { Signal(name, arguments.arguments) }

    /// The signal for one program.
    ///
    /// - Throws: `InvalidArgs` when D-Bus cannot carry a value.
    package func message(_ content: Arguments, to destination: BusName) throws(DBusError) -> Message {
        let signal = Message.signal(
            path: BatonBus.path, interface: description.interface, member: name, to: destination)
        try signal.append(contentsOf: arguments.encode(content))
        return signal
    }

    /// Reads a signal; nil for another one, or when it has other types.
    package func arguments(of message: Message) -> Arguments? {
        guard message.isSignal(description.interface, name), let values = try? message.arguments() else { return nil }
        return arguments.decode(values)
    }
}
