// SPDX-License-Identifier: Apache-2.0

/// The argumentless methods of org.mpris.MediaPlayer2.Player.
enum TransportMethod: String, Sendable, CaseIterable {
    case play = "Play"
    case pause = "Pause"
    case playPause = "PlayPause"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"

    /// Whether a second delivery does no harm. Next, Previous and PlayPause are sent at most once, ever.
    var isIdempotent: Bool {
        switch self {
        case .play, .pause, .stop: true
        case .playPause, .next, .previous: false
        }
    }
}
