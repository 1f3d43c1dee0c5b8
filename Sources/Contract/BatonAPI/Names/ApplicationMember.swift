// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The members of org.baton.Baton1.Application.
package enum ApplicationMember {
    // Methods.
    package static let sendRemoteControlEvent: MemberName = "SendRemoteControlEvent"
    package static let register: MemberName = "Register"
    package static let unregister: MemberName = "Unregister"
    package static let becomeFirstResponder: MemberName = "BecomeFirstResponder"
    package static let resignFirstResponder: MemberName = "ResignFirstResponder"
    package static let pin: MemberName = "Pin"
    package static let unpin: MemberName = "Unpin"
    package static let ignore: MemberName = "Ignore"
    package static let unignore: MemberName = "Unignore"
    package static let refresh: MemberName = "Refresh"
    package static let monitor: MemberName = "Monitor"
    package static let simulateMotion: MemberName = "SimulateMotion"
    package static let pauseShake: MemberName = "PauseShake"
    package static let calibrateShake: MemberName = "CalibrateShake"
    package static let undo: MemberName = "Undo"
    package static let redo: MemberName = "Redo"
    package static let requestConsent: MemberName = "RequestConsent"
    package static let doctor: MemberName = "Doctor"
    package static let inputs: MemberName = "Inputs"
    package static let learn: MemberName = "Learn"
    package static let tryHeadset: MemberName = "TryHeadset"

    // The signal.
    package static let event: MemberName = "Event"

    // Properties.
    package static let version: MemberName = "Version"
    package static let policy: MemberName = "Policy"
    package static let firstResponder: MemberName = "FirstResponder"
    package static let responders: MemberName = "Responders"
    package static let reasons: MemberName = "Reasons"
    package static let pinned: MemberName = "Pinned"
    package static let ignored: MemberName = "Ignored"
    package static let shakeToUndo: MemberName = "ShakeToUndo"
    package static let shakePausedUntil: MemberName = "ShakePausedUntil"
    package static let sensor: MemberName = "Sensor"
    package static let sensorDetails: MemberName = "SensorDetails"
    package static let shakePoint: MemberName = "ShakePoint"
    package static let shakePointDetails: MemberName = "ShakePointDetails"
    package static let undoOffered: MemberName = "UndoOffered"
}
