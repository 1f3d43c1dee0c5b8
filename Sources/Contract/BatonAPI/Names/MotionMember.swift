// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The members of org.baton.Baton1.Motion.
package enum MotionMember {
    package static let openStream: MemberName = "OpenStream"
    package static let beginOrientation: MemberName = "BeginOrientation"
    package static let endOrientation: MemberName = "EndOrientation"
    package static let capabilities: MemberName = "Capabilities"
    package static let orientation: MemberName = "Orientation"
    package static let deviceMotion: MemberName = "DeviceMotion"

    // The keys of DeviceMotion.
    package static let paired = "paired"
    package static let declination = "declination"
}
