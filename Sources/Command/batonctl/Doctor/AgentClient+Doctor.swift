// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

extension AgentClient {
    /// In seconds: the agent examines for two, and the bus may have to start it first.
    static let doctorDeadline = Duration.seconds(6)

    /// The rows of the agent: what works, and how to repair what does not.
    func doctor() throws(DBusError) -> [DoctorRow] {
        let reply = try session.call(Self.message(ApplicationMember.doctor), within: Self.doctorDeadline).get()
        guard case .array(let rows)? = try reply.arguments().first else { return [] }
        return rows.elements.compactMap { DoctorRow($0) }
    }
}
