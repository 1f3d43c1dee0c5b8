// SPDX-License-Identifier: Apache-2.0

/// One call of a method that we serve, until it is answered.
///
/// It is answered at most once; the last reference going away unanswered answers `Failed`, so that no caller hangs.
public final class Invocation {
    /// The call.
    public let message: Message
    /// Its arguments, of the types the description declares.
    public let arguments: [Value]
    private let outputSignature: Signature
    // Strong: an invocation is short-lived, and weak references on the way of each command cost as much as its dispatch.
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
    /// Results of other types than the description declares answer `Failed` instead, and are reported to the
    /// connection's `onError`.
    public func reply(_ values: Value...) { reply(values) }

    /// Answers with these results; see ``reply(_:)-(Value...)``.
    public func reply(_ values: [Value]) {
        guard !isAnswered else { return }
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

    /// Answers with the very answer another peer gave to the same call: results and errors alike. An answer that cannot be
    /// handed on, see ``Message/answer(copying:to:)``, is an error to the caller.
    public func forward(_ answer: Message) {
        guard !isAnswered else { return }
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
