// SPDX-License-Identifier: Apache-2.0

/// What batonctl itself found, in rows of the doctor that do not come from the agent. Where the agent has a code for the same thing, the
/// row has that one. docs/batonctl.md lists them.
package enum LocalCode: String, CaseIterable, Sendable {
    /// The agent is not on the bus, and the bus could not start it.
    case agentAbsent = "agent-absent"
    /// The agent has no `Doctor` method.
    case agentOld = "agent-old"
    /// The agent does not answer.
    case agentSilent = "agent-silent"
    /// The agent refuses to examine: it is asked too often.
    case agentRefuses = "agent-refuses"
    case noSessionBus = "no-session-bus"
    case busAnswers = "bus-answers"
    /// A file of the installation that is not a program.
    case fileFound = "file-found"
    case fileMissing = "file-missing"
    /// batond refuses the configuration file as it is now.
    case configurationRefused = "configuration-refused"
    /// Lines of the user's bind media keys that Baton's lines bind too, or in their place.
    case keysBoundOtherwise = "keys-bound-otherwise"
    /// The kernel has an accelerometer, and no agent tells whether it is read.
    case accelerometerFound = "accelerometer-found"
    /// The kernel's buffer can be used.
    case bufferReady = "buffer-ready"
    /// The udev rule for the buffer is not installed.
    case bufferRuleMissing = "buffer-rule-missing"
    /// The user is not in the group that may read the buffer.
    case bufferGroupMissing = "buffer-group-missing"
    /// Gestures of the desktop run batonctl.
    case gesturesBound = "gestures-bound"
    /// They did, and the user has taken them out since.
    case gesturesTakenOut = "gestures-taken-out"
    /// They could.
    case gesturesFree = "gestures-free"
    /// The user has bound them to something else.
    case gesturesBoundByUser = "gestures-bound-by-user"
    /// This desktop offers none to programs.
    case gesturesImpossible = "gestures-impossible"
    /// The broker of `[mqtt]` lets this machine in.
    case brokerConnected = "broker-connected"
    /// It does, by MQTT 3.1.1 only.
    case brokerOld = "broker-old"
    /// It does, and waits for acknowledgements that a kernel delays.
    case brokerHoldsBack = "broker-holds-back"
    /// It does, and others can read the file of the password.
    case brokerPasswordOpen = "broker-password-open"
    /// It lets this machine in, and refuses some of its topics.
    case brokerRefuses = "broker-refuses"
    /// There is no connection to it.
    case brokerFailed = "broker-failed"
    /// Others know this machine: baton-mqtt runs.
    case machinesTold = "machines-told"
    /// baton-mqtt does not run.
    case machinesNotTold = "machines-not-told"
    /// `[mqtt]` has a broker, and baton-mqtt is not installed.
    case machinesMissing = "machines-missing"
}

extension AgentProblem {
    /// Its code.
    package var code: LocalCode {
        switch self {
        case .noBus: .noSessionBus
        case .absent: .agentAbsent
        case .old: .agentOld
        case .silent: .agentSilent
        case .refusing: .agentRefuses
        }
    }
}
