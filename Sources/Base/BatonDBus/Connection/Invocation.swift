// SPDX-License-Identifier: Apache-2.0

/// A call of a served method, until it is answered.
///
/// It is answered at most once. If the last reference is released without an answer, the caller gets `Failed`, so that
/// no caller waits in vain.
///
/// For example:
/// ```swift
/// let raise = Method("Raise") { call in
///     call.fail(DBusError(.notSupported, "there is no window to raise for \(call.sender)"))
/// }
/// ```
public final class Invocation {
    /// The call.
    public let message: Message
    /// Its arguments, of the declared types.
    public let arguments: [Value]
    private let outputSignature: Signature
    // Strong, because an invocation is short-lived, and a weak reference costs as much as the dispatch of a command.
    private let connection: Connection?
    private var isAnswered = false

    init(_ message: Message, arguments: [Value], outputSignature: Signature, connection: Connection?) {
        self.message = message
        self.arguments = arguments
        self.outputSignature = outputSignature
        self.connection = connection
        connection?.unansweredCalls += 1
    }

    /// The unique name of the caller.
    public var sender: BusName { message.sender ?? .bus }

    /// Answers with these results.
    ///
    /// If the results are not of the declared types the caller gets `Failed`, and the connection's `onError` is called.
    public func reply(_ values: Value...) { reply(values) }

    /// Answers with these results; see ``reply(_:)-(Value...)``.
    public func reply(_ values: [Value]) {
        guard !isAnswered else { return }
        if values.isEmpty, outputSignature.rawValue.isEmpty, let connection {
            return send(connection.emptyAnswer(to: message))
        }
        let answer = Message.methodReturn(to: message)
        do throws(DBusError) {
            try answer.append(contentsOf: values)
            guard answer.hasSignature(outputSignature) else {
                throw DBusError(
                    .failed,
                    "\(message.member?.rawValue ?? "") answers '\(outputSignature)', not '\(answer.signature)'")
            }
            send(answer)
        } catch {
            connection?.onError?(error)
            fail(DBusError(.failed, error.message))
        }
    }

    /// Answers with an error.
    public func fail(_ error: DBusError) {
        guard !isAnswered else { return }
        send(.error(to: message, error))
    }

    /// Answers with the reply that another peer gave to the same call, be it results or an error. If it is larger than
    /// ``ConnectionOptions/largestUnsent``, or cannot be copied (see ``Message/answer(copying:to:)``), the caller gets
    /// an error.
    public func forward(_ answer: Message) {
        guard !isAnswered else { return }
        if let most = connection?.options.largestUnsent, answer.argumentSize(upTo: most) == nil {
            return fail(DBusError(.limitsExceeded, "the answer is larger than the \(most) bytes that are passed on"))
        }
        do throws(DBusError) {
            send(try .answer(copying: answer, to: message))
        } catch {
            fail(error)
        }
    }

    private func send(_ answer: Message) {
        isAnswered = true
        connection?.unansweredCalls -= 1
        connection?.answer(answer, to: message)
    }

    deinit {
        guard !isAnswered else { return }
        fail(DBusError(.failed, "the call of \(message.member?.rawValue ?? "a method") was dropped without an answer"))
    }
}
