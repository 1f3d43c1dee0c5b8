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
    /// A sink is gone. What is known of its card was told before.
    case sinkGone(UInt32)
    /// The sink that new streams get, by its name; empty if there is none.
    case defaultSink(String)
    /// A card appeared or changed.
    case card(AudioCard)
    /// A card is gone.
    case cardGone(UInt32)
    /// What was plugged into a jack is unplugged, while there is no sound server.
    case jackGone(UInt32)
    /// A stream that plays appeared, changed or was moved.
    case stream(AudioStream)
    /// A stream that plays is gone.
    case streamGone(UInt32)
    /// A stream that records appeared or changed.
    case capture(AudioStream)
    /// A stream that records is gone.
    case captureGone(UInt32)
    /// What became of a wish for streams or the microphone, by its number (rule VOL1).
    case answered(UInt32, StreamAnswer)
    /// Whether streams are lowered, and whether streams that have ended are to get their volume when they begin again (rule VOL8).
    case lowered(isPresent: Bool, isOwed: Bool)
}
