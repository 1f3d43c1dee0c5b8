// SPDX-License-Identifier: Apache-2.0

/// Makes presses of what one device says about its keys.
///
/// Whatever the device says, a press begins once and ends once: a key that goes down twice or comes up without having been
/// down is nothing new, and time never goes back.
@MainActor
public final class PressTracker {
    /// The keys that are down, in the order in which they went down.
    public var keys: [PressKey] { live.map(\.key) }

    private var live: [Press] = []
    private var now = Duration.zero

    /// Makes a tracker of a device with no key down.
    public init() {}

    /// A key went down; nil if it is down already.
    public func down(_ key: PressKey, at timestamp: Duration) -> PressesEvent? {
        guard !live.contains(where: { $0.key == key }) else { return nil }
        settle(at: timestamp)
        live.append(Press(key: key, beganAt: now))
        return PressesEvent(live, at: now)
    }

    /// A key came up; nil if it is not down.
    public func up(_ key: PressKey, at timestamp: Duration) -> PressesEvent? {
        guard let press = live.first(where: { $0.key == key }) else { return nil }
        settle(at: timestamp)
        press.phase = .ended
        press.timestamp = now
        let event = PressesEvent(live, at: now)
        live.removeAll { $0 === press }
        return event
    }

    /// Every key that is down is cancelled; the event may hold none (rule T21).
    public func cancel(at timestamp: Duration) -> PressesEvent {
        settle(at: timestamp)
        for press in live {
            press.phase = .cancelled
            press.timestamp = now
        }
        let event = PressesEvent(live, at: now)
        live = []
        return event
    }

    private func settle(at timestamp: Duration) {
        now = max(now, timestamp)
        for press in live { press.phase = .stationary }
    }
}
