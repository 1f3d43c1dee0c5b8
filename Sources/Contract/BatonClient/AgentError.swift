// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Why the agent did not do what it was asked for.
package enum AgentError: Error, Equatable, Sendable {
    /// The agent is not on the bus, and the bus could not start it.
    case absent(DBusError)
    /// It is on the bus and has not answered in time, or has left before it answered.
    case silent(DBusError)
    /// It has no such member: it is older than this program.
    case lacking(DBusError)
    /// It refuses, or has failed: its own error.
    case refused(DBusError)
    /// It has answered something that this program cannot read.
    case unreadable(DBusError)
    /// The connection to the bus was lost, or the bus was not there.
    case busLost(DBusError)

    package init(_ error: DBusError) {
        switch error.name {
        case .serviceUnknown, .nameHasNoOwner, "org.freedesktop.DBus.Error.TimedOut": self = .absent(error)
        case .timeout, .noReply: self = .silent(error)
        case .unknownMethod, .unknownInterface, .unknownProperty: self = .lacking(error)
        case .disconnected: self = .busLost(error)
        default:
            let isOfStart = error.name.rawValue.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
            self = isOfStart ? .absent(error) : .refused(error)
        }
    }

    /// Whether the same question may have another answer later, from the same agent. A sandbox and an older agent refuse again.
    var mayPass: Bool {
        switch self {
        case .lacking, .busLost: false
        case .refused(let error): error.name != .accessDenied
        case .absent, .silent, .unreadable: true
        }
    }

    /// What D-Bus said.
    package var cause: DBusError {
        switch self {
        case .absent(let error), .silent(let error), .lacking(let error), .refused(let error), .unreadable(let error),
            .busLost(let error):
            error
        }
    }
}
