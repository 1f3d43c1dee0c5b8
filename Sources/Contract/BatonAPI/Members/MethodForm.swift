// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// What a caller of a method needs: its name, and how its arguments and results are written. A caller that calls often keeps it,
/// and not the sentences of the declaration.
package struct MethodForm<Arguments, Results>: Sendable {
    let interface: InterfaceName
    let name: MemberName
    let isAnswered: Bool
    let encode: @Sendable (Arguments) -> [Value]
    let decode: @Sendable ([Value]) -> Results?

    /// A call of an object that has the interface.
    ///
    /// - Throws: `InvalidArgs` when D-Bus cannot carry a value, such as a text with a NUL.
    package func call(
        _ content: Arguments, of owner: BusName, at path: ObjectPath, startsOwner: Bool = false
    ) throws(DBusError) -> Message {
        let message = Message.methodCall(
            to: owner, path: path, interface: interface, member: name, noAutoStart: !startsOwner, noReply: !isAnswered)
        try message.append(contentsOf: encode(content))
        return message
    }

    /// Reads the answer.
    ///
    /// - Throws: `Failed` when it has other types.
    package func results(of answer: Message) throws(DBusError) -> Results {
        guard let content = decode(try answer.arguments()) else {
            throw DBusError(.failed, "the answer to \(name) has the types '\(answer.signature)'")
        }
        return content
    }
}
