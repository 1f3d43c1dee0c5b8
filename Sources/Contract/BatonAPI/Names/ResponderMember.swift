// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The members of org.baton.Baton1.Responder, which an application exports.
package enum ResponderMember {
    package static let remoteControlReceived: MemberName = "RemoteControlReceived"
    package static let motionBegan: MemberName = "MotionBegan"
    package static let motionEnded: MemberName = "MotionEnded"
    package static let motionCancelled: MemberName = "MotionCancelled"
    package static let interruptionBegan: MemberName = "InterruptionBegan"
    package static let interruptionEnded: MemberName = "InterruptionEnded"
}
