// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

/// Tells a press that arrives by a second path from a second press (rule B8): the same command, from an input of another
/// kind or from another node of the same device, within 80 ms. A path is told by its number, and each press is matched by
/// at most one from each other path. Callers on the bus never come here.
struct DuplicateFilter: Sendable {
    /// How far apart the two may be.
    static let window = Duration.milliseconds(80)

    private struct Press: Sendable {
        let command: RemoteControlSubtype
        let kind: InputKind
        let device: String
        let path: Int
        let instant: Duration
        /// The paths that have brought it too.
        var others: Set<Int> = []
    }

    private var recent: [Press] = []

    init() {}

    /// Takes a press.
    ///
    /// - Parameters:
    ///   - device: what the path belongs to; empty when nobody knows.
    ///   - path: the path's number.
    /// - Returns: whether it counts already.
    mutating func isDuplicate(
        _ command: RemoteControlSubtype, kind: InputKind, device: String, path: Int, at instant: Duration
    ) -> Bool {
        recent.removeAll { instant - $0.instant > Self.window }
        let command = Self.family(command)
        let index = recent.firstIndex { press in
            press.command == command && press.path != path && !press.others.contains(path)
                && abs(press.instant - instant) <= Self.window
                && (press.kind != kind || !device.isEmpty && press.device == device)
        }
        guard let index else {
            recent.append(Press(command: command, kind: kind, device: device, path: path, instant: instant))
            return false
        }
        recent[index].others.insert(path)
        return true
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }

    /// What one button may be called by different paths: a headset's Play is a keyboard's Toggle (rule B7).
    private static func family(_ command: RemoteControlSubtype) -> RemoteControlSubtype {
        switch command {
        case .play, .pause: .togglePlayPause
        default: command
        }
    }
}
