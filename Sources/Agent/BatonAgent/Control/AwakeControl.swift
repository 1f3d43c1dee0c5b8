// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonInterruptionCauses
import BatonValues

/// What keeps the screen on, as others see it (rule AWAKE7).
@MainActor
final class AwakeControl: ControlMembers {
    private let awake: ScreenAwake
    private let observation: Observation

    init(_ awake: ScreenAwake, _ changes: ChangedProperties) {
        self.awake = awake
        observation = awake.observe { [weak changes] in
            changes?.tell(BatonBus.application, [ApplicationInterface.keepsAwake.name])
        }
    }

    var properties: [Property] {
        [ApplicationInterface.keepsAwake.served { [awake] in awake.holders.map(\.rawValue) }]
    }
}
