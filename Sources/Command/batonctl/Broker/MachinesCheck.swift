// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonSettings
import BatonTranslation

/// What the doctor says of other machines: nothing unless the configuration has a broker.
enum MachinesCheck {
    static func rows(_ installation: Installation = .current) -> [DoctorLine] {
        guard hasBroker else { return [] }
        do throws(CommandError) {
            return try MachinesProgram(installation).check().rows
        } catch {
            return [
                DoctorLine(
                    section: DoctorSection.machines.rawValue, name: DoctorName.machines, state: DoctorLine.unavailable,
                    reason: error.description, code: LocalCode.machinesMissing.rawValue)
            ]
        }
    }

    private static var hasBroker: Bool {
        let loaded = try? Configuration.load(paths: Paths(environment: Paths.processEnvironment()), keys: .unchecked)
        return loaded?.configuration.mqtt.broker != nil
    }
}
