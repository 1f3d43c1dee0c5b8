// SPDX-License-Identifier: Apache-2.0

/// What happens at the sound server, in its order.
package enum AudioFact: Equatable, Sendable {
    /// The server answers. What is there already follows, and then ``listed``.
    case connected
    /// The server is gone, and all that was said of it is void.
    case disconnected
    /// All that was there when the server answered has been told.
    case listed
    /// PipeWire's session manager is gone: it made the sinks of the devices, and takes them with it (rule I102).
    case managerGone
    /// A session manager is there again, and makes the sinks anew.
    case managerBack
    /// There is more than is followed; what is beyond is not told (rule I114).
    case tooMany
    /// A sink appeared or changed.
    case sink(AudioSink)
    /// A sink is gone.
    ///
    /// - Parameter hasProfileChanged: whether its card is there and is used in another way now, which is not off.
    case sinkGone(UInt32, hasProfileChanged: Bool)
    /// What was plugged into the port that a sink uses is unplugged.
    case portGone(UInt32)
    /// A stream that plays appeared, changed or was moved.
    case stream(AudioStream)
    /// A stream that plays is gone.
    case streamGone(UInt32)
    /// A stream that records appeared or changed.
    case capture(AudioStream)
    /// A stream that records is gone.
    case captureGone(UInt32)
}
