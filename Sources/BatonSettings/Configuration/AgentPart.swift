// SPDX-License-Identifier: Apache-2.0

/// A part of the agent that has a life of its own.
///
/// The agent has one list of its parts and goes over it, so that a reload or the loss of the bus reaches all of them. A part
/// implements what concerns it; the rest does nothing. Each method may be called more than once.
@MainActor
package protocol AgentPart: AnyObject {
    /// Takes a configuration on: once before anything is open, and after each reload.
    func apply(_ configuration: Configuration)

    /// Begins to take commands and motion in. The bus name is Baton's now, so no other batond reads the same devices.
    func open()

    /// The session bus is lost: its names mean nothing any more, and what peers on it began is over.
    func busLost()

    /// Begins to leave: gives back what the part holds. Calls that are under way are still answered afterwards.
    func close()
}

extension AgentPart {
    package func apply(_ configuration: Configuration) {}
    package func open() {}
    package func busLost() {}
    package func close() {}
}

/// Parts that are made and kept together.
@MainActor
package protocol AgentPartGroup: AgentPart {
    /// The parts, in the order in which they are told.
    var parts: [any AgentPart] { get }
}

extension AgentPartGroup {
    package func apply(_ configuration: Configuration) {
        for part in parts { part.apply(configuration) }
    }

    package func open() {
        for part in parts { part.open() }
    }

    package func busLost() {
        for part in parts { part.busLost() }
    }

    package func close() {
        for part in parts { part.close() }
    }
}
