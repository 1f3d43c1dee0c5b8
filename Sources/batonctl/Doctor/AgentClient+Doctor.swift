// SPDX-License-Identifier: Apache-2.0
import BatonDBus

extension AgentClient {
    /// The agent looks for two seconds, and may have to be started first.
    static let doctorDeadline = Duration.seconds(6)

    /// What works on the agent's side, and what to do about what does not.
    func doctor() throws(DBusError) -> [DoctorRow] {
        let reply = try session.call(Self.message("Doctor"), within: Self.doctorDeadline).get()
        guard case .array(let rows)? = try reply.arguments().first else { return [] }
        return rows.elements.compactMap { DoctorRow($0) }
    }
}
