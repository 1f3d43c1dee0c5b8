// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus

/// The values of the properties of one of the agent's interfaces. One that an older agent lacks, or that has another type, is nil.
package protocol InterfaceState: Sendable {
    static var interface: InterfaceName { get }

    /// Reads them out of an answer to GetAll.
    init(_ properties: [String: Value])
}

/// The properties of org.baton.Baton1.Application.
package struct ApplicationState: InterfaceState, Equatable {
    package static var interface: InterfaceName { ApplicationInterface.name }

    package var version: String?
    package var policy: String?
    /// The responder that gets the next command; empty if there is none.
    package var firstResponder: String?
    /// The chain in order.
    package var responders: [ListedResponder]?
    /// Why each of them stands at its place.
    package var reasons: PlaceReasons?
    package var pinned: String?
    package var ignored: [String]?
    package var shakeToUndo: Bool?
    /// In microseconds since 1970, UTC; 0 for none.
    package var shakePausedUntil: UInt64?
    /// Which sensor is read and how, or why none is.
    package var sensor: Reason?
    /// How gentle a motion counts as a shake, and why.
    package var shakePoint: Reason?
    package var undoOffered: Bool?

    package init(_ properties: [String: Value] = [:]) {
        typealias Declared = ApplicationInterface
        version = Declared.version.value(in: properties)
        policy = Declared.policy.value(in: properties)
        firstResponder = Declared.firstResponder.value(in: properties)
        responders = Declared.responders.value(in: properties)
        reasons = Declared.reasons.value(in: properties)
        pinned = Declared.pinned.value(in: properties)
        ignored = Declared.ignored.value(in: properties)
        shakeToUndo = Declared.shakeToUndo.value(in: properties)
        shakePausedUntil = Declared.shakePausedUntil.value(in: properties)
        sensor = Self.reason(Declared.sensor, Declared.sensorDetails, properties)
        shakePoint = Self.reason(Declared.shakePoint, Declared.shakePointDetails, properties)
        undoOffered = Declared.undoOffered.value(in: properties)
    }

    private static func reason(
        _ word: PropertyDeclaration<String>, _ details: PropertyDeclaration<Reason.Details>,
        _ properties: [String: Value]
    ) -> Reason? {
        word.value(in: properties).flatMap { Reason(word: $0, details: details.value(in: properties) ?? [:]) }
    }
}

/// The properties of org.baton.Baton1.Motion.
package struct MotionState: InterfaceState, Equatable {
    package static var interface: InterfaceName { MotionInterface.name }

    /// What the machine has, whether or not it can be read now.
    package var capabilities: [String]?
    package var deviceMotion: AttitudeEquipment?
    /// A word of `Orientation`.
    package var orientation: String?

    package init(_ properties: [String: Value] = [:]) {
        capabilities = MotionInterface.capabilities.value(in: properties)
        deviceMotion = MotionInterface.deviceMotion.value(in: properties)
        orientation = MotionInterface.orientation.value(in: properties)
    }
}

/// The properties of org.baton.Baton1.Interruptions.
package struct InterruptionsState: InterfaceState, Equatable {
    package static var interface: InterfaceName { InterruptionsInterface.name }

    /// What lasts now, in the order of the beginnings.
    package var active: [ActiveInterruption]?
    /// In microseconds since 1970; 0 when the sleep timer is off or waits for a track only.
    package var sleepUntil: UInt64?
    package var sleepAtEndOfTrack: Bool?

    package init(_ properties: [String: Value] = [:]) {
        active = InterruptionsInterface.active.value(in: properties)
        sleepUntil = InterruptionsInterface.sleepUntil.value(in: properties)
        sleepAtEndOfTrack = InterruptionsInterface.sleepAtEndOfTrack.value(in: properties)
    }
}
