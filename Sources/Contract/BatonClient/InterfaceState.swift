// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus

/// The values of the properties of one of the agent's interfaces. One that an older agent lacks, or that has another type, is nil.
package protocol InterfaceState: Sendable {
    static var interface: InterfaceName { get }

    /// Reads them out of an answer to GetAll.
    init(_ properties: [String: Value])
}

/// The properties of org.baton.Baton1.Application. Each is read when it is asked for: a program that ends with one answer wants few.
package struct ApplicationState: InterfaceState, Equatable {
    package static var interface: InterfaceName { ApplicationInterface.name }

    private let properties: [String: Value]

    package init(_ properties: [String: Value] = [:]) { self.properties = properties }

    package var version: String? { ApplicationInterface.version.value(in: properties) }
    package var policy: String? { ApplicationInterface.policy.value(in: properties) }
    /// The responder that gets the next command; empty if there is none.
    package var firstResponder: String? { ApplicationInterface.firstResponder.value(in: properties) }
    /// The chain in order.
    package var responders: [ListedResponder]? { ApplicationInterface.responders.value(in: properties) }
    /// Why each of them stands at its place.
    package var reasons: PlaceReasons? { ApplicationInterface.reasons.value(in: properties) }
    package var pinned: String? { ApplicationInterface.pinned.value(in: properties) }
    package var ignored: [String]? { ApplicationInterface.ignored.value(in: properties) }
    package var shakeToUndo: Bool? { ApplicationInterface.shakeToUndo.value(in: properties) }
    /// In microseconds since 1970, UTC; 0 for none.
    package var shakePausedUntil: UInt64? { ApplicationInterface.shakePausedUntil.value(in: properties) }
    /// Which sensor is read and how, or why none is.
    package var sensor: Reason? { reason(ApplicationInterface.sensor, ApplicationInterface.sensorDetails) }
    /// How gentle a motion counts as a shake, and why.
    package var shakePoint: Reason? {
        reason(ApplicationInterface.shakePoint, ApplicationInterface.shakePointDetails)
    }
    package var undoOffered: Bool? { ApplicationInterface.undoOffered.value(in: properties) }

    private func reason(
        _ word: PropertyDeclaration<String>, _ details: PropertyDeclaration<Reason.Details>
    ) -> Reason? {
        word.value(in: properties).flatMap { Reason(word: $0, details: details.value(in: properties) ?? [:]) }
    }
}

/// The properties of org.baton.Baton1.Motion.
package struct MotionState: InterfaceState, Equatable {
    package static var interface: InterfaceName { MotionInterface.name }

    private let properties: [String: Value]

    package init(_ properties: [String: Value] = [:]) { self.properties = properties }

    /// What the machine has, whether or not it can be read now.
    package var capabilities: [String]? { MotionInterface.capabilities.value(in: properties) }
    package var deviceMotion: AttitudeEquipment? { MotionInterface.deviceMotion.value(in: properties) }
    /// A word of `Orientation`.
    package var orientation: String? { MotionInterface.orientation.value(in: properties) }
}

/// The properties of org.baton.Baton1.Interruptions.
package struct InterruptionsState: InterfaceState, Equatable {
    package static var interface: InterfaceName { InterruptionsInterface.name }

    private let properties: [String: Value]

    package init(_ properties: [String: Value] = [:]) { self.properties = properties }

    /// What lasts now, in the order of the beginnings.
    package var active: [ActiveInterruption]? { InterruptionsInterface.active.value(in: properties) }
    /// In microseconds since 1970; 0 when the sleep timer is off or waits for a track only.
    package var sleepUntil: UInt64? { InterruptionsInterface.sleepUntil.value(in: properties) }
    package var sleepAtEndOfTrack: Bool? { InterruptionsInterface.sleepAtEndOfTrack.value(in: properties) }
}
