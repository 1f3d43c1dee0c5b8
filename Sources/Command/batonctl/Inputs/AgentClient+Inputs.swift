// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonValues

extension AgentClient {
    /// The agent answers at once, but the bus may have to start it first.
    static let inputsDeadline = Duration.seconds(5)

    /// Every source of presses.
    func inputs() throws(DBusError) -> [InputRow] {
        let reply = try session.call(Self.message(ApplicationMember.inputs), within: Self.inputsDeadline).get()
        guard case .array(let rows)? = try reply.arguments().first else { return [] }
        return rows.elements.compactMap { InputRow($0) }
    }

    /// Describes the next button that the user presses.
    func learn(seconds: UInt32) throws(DBusError) -> LearnedButton {
        let message = Self.message(ApplicationMember.learn)
        try message.append(.uint32(seconds))
        let reply = try session.call(message, within: .seconds(Int64(clamping: seconds)) + Self.inputsDeadline).get()
        return try reply.arguments().first.flatMap { LearnedButton(wire: $0) } ?? LearnedButton()
    }
}
