// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

extension Connection {
    /// Sends forged replies to another connection, one for each serial that a call of it may have.
    public func forgeAnswers(to victim: BusName, serials: ClosedRange<UInt32> = 1...400, _ values: [Value]) throws {
        for serial in serials {
            send(try Message.forgedAnswer(to: victim, serial: serial, values))
        }
    }
}
