// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A shortcut to be bound by the GlobalShortcuts portal (rule KEYS18).
enum PortalShortcut: String, Sendable, CaseIterable {
    case playPause = "play-pause"
    case pause
    case stop
    case previous
    case next
    case rewind
    case fastForward = "fast-forward"

    /// Its description in the desktop's dialog.
    var title: String {
        switch self {
        case .playPause: "Play or pause"
        case .pause: "Pause"
        case .stop: "Stop"
        case .previous: "Previous track"
        case .next: "Next track"
        case .rewind: "Rewind"
        case .fastForward: "Fast-forward"
        }
    }

    /// The preferred key, named as in the shortcuts specification.
    var trigger: String {
        switch self {
        case .playPause: "XF86AudioPlay"
        case .pause: "XF86AudioPause"
        case .stop: "XF86AudioStop"
        case .previous: "XF86AudioPrev"
        case .next: "XF86AudioNext"
        case .rewind: "XF86AudioRewind"
        case .fastForward: "XF86AudioForward"
        }
    }

    /// The key that it stands for.
    var key: MediaKey {
        switch self {
        case .playPause: .play
        case .pause: .pause
        case .stop: .stop
        case .previous: .previous
        case .next: .next
        case .rewind: .rewind
        case .fastForward: .fastForward
        }
    }

    /// The value for BindShortcuts: `(sa{sv})`.
    var value: Value {
        .structure([
            .string(rawValue),
            .vardict([("description", .string(title)), ("preferred_trigger", .string(trigger))]),
        ])
    }
}
