// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// What is known of the agent now. What is not followed, and what an agent has not told, is nil.
package struct AgentState: Sendable, Equatable {
    package var application = ApplicationState()
    package var motion = MotionState()
    package var interruptions = InterruptionsState()

    package init() {}
}

/// The interfaces of the agent whose properties can be followed.
package enum AgentInterface: CaseIterable, Hashable, Sendable {
    case application
    case motion
    case interruptions

    package var name: InterfaceName {
        switch self {
        case .application: ApplicationState.interface
        case .motion: MotionState.interface
        case .interruptions: InterruptionsState.interface
        }
    }

    func write(_ properties: [String: Value], to state: inout AgentState) {
        switch self {
        case .application: state.application = ApplicationState(properties)
        case .motion: state.motion = MotionState(properties)
        case .interruptions: state.interruptions = InterruptionsState(properties)
        }
    }
}
