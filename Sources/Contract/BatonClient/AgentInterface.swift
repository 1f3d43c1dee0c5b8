// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus

/// The interfaces of the agent whose properties can be read and followed.
package enum AgentInterface: CaseIterable, Hashable, Sendable {
    case application
    case motion
    case interruptions

    package var name: InterfaceName {
        switch self {
        case .application: ApplicationInterface.name
        case .motion: MotionInterface.name
        case .interruptions: InterruptionsInterface.name
        }
    }
}
