// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDoctor

extension AwaitedAgent {
    /// In seconds: the agent examines for two, and the bus may have to start it first.
    private static let doctorDeadline = Duration.seconds(6)

    /// The rows of the agent: what works, and how to repair what does not.
    func doctor(isVerbose: Bool = false) throws(CommandError) -> [DoctorLine] {
        try call(ApplicationInterface.doctor, within: Self.doctorDeadline).map {
            DoctorLine($0, isVerbose: isVerbose)
        }
    }
}
