// SPDX-License-Identifier: Apache-2.0

/// Why a pose is not the one that was asked for (rule SIGN7).
package enum PoseRefusal: Error, Hashable, Sendable, CaseIterable {
    /// The device was not still for three seconds.
    case moving
    /// The device is still, and the force is not that of gravity.
    case notGravity
    /// It should lie, and no more than a part of gravity is on the axis out of the screen.
    case notFlat
    /// It should stand, and still lies as before.
    case stillFlat
    /// It should stand, and lies the other way round.
    case turnedOver
    /// It should stand, and is between two edges.
    case tilted
    /// It is held as for an earlier pose.
    case repeated
    /// The sensor sent no samples.
    case silent

    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .moving: "The device was not still for 3 s. Put it on or against something that does not move."
        case .notGravity: "What the sensor measures at rest is not gravity, so its scale is wrong: batonctl doctor"
        case .notFlat:
            "The device does not lie flat, or its sensor stands across in it. For such a sensor set [motion] "
                + "mount-matrix by hand."
        case .stillFlat: "The device still lies flat. Stand it up: the display vertical, its top edge up."
        case .turnedOver:
            "The two poses contradict each other: the device was turned over. First the screen looks up, then "
                + "the top edge does."
        case .tilted: "The device stands askew. Hold it so that the top edge of the display is level and up."
        case .repeated: "The device is held as for an earlier pose. Turn it as the line above says."
        case .silent: "The sensor sent no samples."
        }
    }
}
