// SPDX-License-Identifier: Apache-2.0

/// Something about a sensor that people should know, while it goes on delivering.
public struct IIONotice: Hashable, Sendable, CustomStringConvertible {
    /// The kind of notice, to decide by.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Several sensors are equally good; one was taken.
        case ambiguous
        /// The firmware's mount matrix cannot be read; axes are taken as they are.
        case mountMatrix = "mount-matrix"
        /// A sensor at rest does not measure gravity: its scale is wrong.
        case gravity
        /// All values have been exactly the same for long.
        case stuck
        /// The buffer is not used, or no longer; the attributes are polled.
        case polling
        /// The buffer delivered nothing and was set up anew.
        case restarted
        /// A reading takes so long that shakes may be missed.
        case slow
        /// The sensor does not run at the rate that was asked for.
        case rate
        /// The buffer was left on by a process of ours that was killed, and was put back.
        case recovered
        /// What was found could not be put back.
        case notRestored = "not-restored"
    }

    /// The kind of notice.
    public let kind: Kind
    /// What happened, on what, and what to do about it.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
