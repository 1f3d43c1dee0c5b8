// SPDX-License-Identifier: Apache-2.0

internal import BatonMPRIS

extension PlayerMethod {
    /// Whether a second delivery does no harm. Next, Previous, PlayPause and Seek are sent at most once, ever (design §4).
    var isIdempotent: Bool { self == .play || self == .pause || self == .stop }
}
