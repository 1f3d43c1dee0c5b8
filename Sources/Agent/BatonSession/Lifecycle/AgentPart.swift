// SPDX-License-Identifier: Apache-2.0

package import BatonSettings

/// A part of the agent that opens and closes resources of its own.
///
/// The agent keeps all parts in one list and calls each of them, so that a reload or the loss of the bus reaches every
/// part. A part implements the methods that it needs; the default implementations do nothing. The agent may call each
/// method more than once.
@MainActor
package protocol AgentPart: AnyObject {
    /// Applies a configuration. Called once before ``open()``, and after each reload.
    func apply(_ configuration: Configuration)

    /// Begins to receive commands and motion.
    ///
    /// Baton owns its bus name now, so no other batond reads the same devices.
    func open()

    /// Drops everything that belongs to the lost session bus: the names on it and what its peers began.
    func busLost()

    /// Releases what the part holds, because the agent ends. Pending calls are still answered afterwards.
    func close()
}

extension AgentPart {
    package func apply(_ configuration: Configuration) {}
    package func open() {}
    package func busLost() {}
    package func close() {}
}

/// Parts that are created together, as one part.
@MainActor
package protocol AgentPartGroup: AgentPart {
    /// The parts, in the order in which they are called.
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
