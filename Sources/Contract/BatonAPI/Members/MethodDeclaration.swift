// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// A method of Baton's D-Bus API. `Arguments` and `Results` are the type of the only one, or a tuple.
package struct MethodDeclaration<Arguments, Results> {
    package let description: MemberDescription
    let arguments: FieldList<Arguments>
    let results: FieldList<Results>

    package var name: MemberName { description.name }

    // MARK: The caller

    /// What a caller needs of the method.
    package var form: MethodForm<Arguments, Results> {
        var isAnswered = true
        if case .method(_, _, let answered) = description.kind { isAnswered = answered }
        return MethodForm(
            interface: description.interface, name: name, isAnswered: isAnswered, encode: arguments.encode,
            decode: results.decode)
    }

    /// A call of the agent.
    ///
    /// - Parameter startsAgent: whether the bus may start it.
    /// - Throws: `InvalidArgs` when D-Bus cannot carry a value, such as a text with a NUL.
    package func call(_ content: Arguments, startsAgent: Bool = true) throws(DBusError) -> Message {
        try form.call(content, of: BatonBus.name, at: BatonBus.path, startsOwner: startsAgent)
    }

    /// Reads the answer.
    ///
    /// - Throws: `Failed` when it has other types.
    package func results(of answer: Message) throws(DBusError) -> Results { try form.results(of: answer) }

    // MARK: The object

    /// The method as it is served. `handler` may answer later.
    package func served(_ handler: @escaping (TypedCall<Results>, Arguments) -> Void) -> Method {
        // The object keeps the handler, so that keeps no descriptions.
        Method(name, in: arguments.arguments, out: results.arguments) {
            [decode = arguments.decode, encode = results.encode] call in
            // Cannot fail: the call has the declared types.
            guard let content = decode(call.arguments) else {
                return call.fail(DBusError(.invalidArguments, "the arguments have other types"))
            }
            handler(TypedCall(call, encode), content)
        }
    }
}

/// A call of a served method, until it is answered.
package struct TypedCall<Results> {
    /// The call as BatonDBus has it.
    package let invocation: Invocation
    private let encode: (Results) -> [Value]

    init(_ invocation: Invocation, _ encode: @escaping (Results) -> [Value]) {
        self.invocation = invocation
        self.encode = encode
    }

    /// The unique name of the caller.
    package var sender: BusName { invocation.sender }

    package func reply(_ content: Results) { invocation.reply(encode(content)) }

    package func fail(_ error: DBusError) { invocation.fail(error) }

    /// Answers with what `body` returns, or with its error.
    package func answer(_ body: () throws(DBusError) -> Results) {
        do throws(DBusError) {
            reply(try body())
        } catch {
            fail(error)
        }
    }
}

extension TypedCall<Void> {
    package func reply() { reply(()) }
}
