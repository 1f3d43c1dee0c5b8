// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Sending what expects no reply, and the bounds of what waits to be written to the bus.
extension Connection {
    /// Answers with fewer bytes of arguments are as short as the error in their place would be.
    private static let shortAnswer = 1024

    /// Sends a message that expects no reply. It is dropped if there is no connection, and a signal for one receiver if
    /// too much for that one waits already (see ``ConnectionOptions/largestUnsent``).
    public func send(_ message: Message) {
        if !unsent.isEmpty, message.kind == .signal, let receiver = message.destination, isOver(receiver) {
            if unsent.isFirstRefusal(of: receiver) {
                onError?(DBusError(.limitsExceeded, "\(receiver) reads too slowly: signals to it are dropped"))
            }
            return
        }
        write(message)
    }

    /// Answers a call if it expects a reply and came over the present connection to the bus.
    func answer(_ answer: @autoclosure () -> Message, to call: Message) {
        guard call.generation == generation, call.expectsReply else { return }
        var answer = answer()
        if !unsent.isEmpty, answer.argumentSize(upTo: Self.shortAnswer) == nil, let refusal = refusal(of: call) {
            answer = .error(to: call, refusal)
        }
        write(answer)
    }

    /// Makes an empty answer to a call. The last one is kept, because commands come from one caller, mostly.
    func emptyAnswer(to call: Message) -> Message {
        if let last = lastEmptyAnswer, let answer = Message.methodReturn(to: call, repeating: last) { return answer }
        let answer = Message.repeatableReturn(to: call)
        if !answer.isVoid { lastEmptyAnswer = answer }
        return answer
    }

    /// Hands a message to the bus, and counts it while it waits. Returns its serial, or nil if it cannot be sent.
    @discardableResult
    func write(_ message: Message) -> UInt32? {
        guard !message.isVoid, let transport, let serial = transport.send(message) else { return nil }
        let waiting = transport.outgoingSize
        guard waiting > 0 else {
            if !unsent.isEmpty { written() }
            return serial
        }
        unsent.add(message, waiting: waiting)
        return serial
    }

    /// Why a message could not be sent.
    func unwritten(_ message: Message) -> DBusError {
        message.isVoid
            ? DBusError(.noMemory, "there is no memory for the call")
            : DBusError(.disconnected, "there is no connection to the bus at '\(address)'")
    }

    /// The error for a caller that gets no further answers now: too much that is for it waits to be written. A caller
    /// that reads slowly and one that the bus delivers slowly look alike from here.
    func refusal(of call: Message) -> DBusError? {
        guard !unsent.isEmpty, let sender = call.sender, isOver(sender) else { return nil }
        return DBusError(.limitsExceeded, "too many answers wait to be sent; call again later")
    }

    private func isOver(_ receiver: BusName) -> Bool {
        unsent.settle(waiting: outgoingSize)
        return unsent.isOver(receiver)
    }

    /// Everything that waited has been written, or is lost.
    func written() {
        pending.written()
        let highest = unsent.clear()
        if highest >= Self.relief { onRelief?() }
    }

    /// From how many waiting bytes on the memory is worth giving back.
    private static let relief = 1 << 20
}
