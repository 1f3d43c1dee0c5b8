// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// Translates presses of keys on headsets and keyboards into media commands (rules B1 to B10).
///
/// It reads no device and has no clock. Report each change with the kernel's timestamp. Arm one timer for
/// ``nextDeadline``, and call ``advance(to:)`` when it fires. All outcomes are returned in their order. Times are since
/// boot on the monotonic clock. The time of a device never goes back, so the caller must drop timestamps from the
/// future.
///
/// For example:
/// ```swift
/// let translator = ButtonTranslator()
/// translator.connect(7, ButtonSettings())
/// for outcome in translator.receive(.down, of: .playPause, from: 7, at: timestamp) { print(outcome.work) }
/// if let deadline = translator.nextDeadline { setTimer(at: deadline) }
/// ```
@MainActor
public final class ButtonTranslator {
    /// Returns whether the player that commands go to plays now; nil if unknown. It is called only for devices whose
    /// ``ButtonSettings/belief`` is not `sent` (rule B7).
    public var isPlaying: () -> Bool? = { nil }

    private var devices: [UInt64: ButtonDevice] = [:]

    /// Makes a translator without devices.
    public init() {}

    /// When ``advance(to:)`` has to be called if no change comes before; nil for never.
    public var nextDeadline: Duration? { devices.values.lazy.compactMap(\.environment.nextDeadline).min() }

    /// Adds a device. A device that had the same number is disconnected at `timestamp`.
    ///
    /// - Returns: the outcomes of that disconnection.
    @discardableResult
    public func connect(_ device: UInt64, _ settings: ButtonSettings, at timestamp: Duration = .zero) -> [ButtonOutcome]
    {
        let ended = disconnect(device, at: timestamp)
        devices[device] = ButtonDevice(id: device, settings: settings) { [weak self] in self?.isPlaying() }
        return ended
    }

    /// Removes a device. Its pressed keys count as released without a click, waiting clicks are dropped, and seeking
    /// ends (rule B9).
    public func disconnect(_ device: UInt64, at timestamp: Duration) -> [ButtonOutcome] {
        devices.removeValue(forKey: device)?.cancel(at: timestamp) ?? []
    }

    /// Cancels all presses of a device, because events were lost or the session is inactive. It does the same as
    /// ``disconnect(_:at:)``, but the device stays (rules B9 and T21).
    public func cancel(_ device: UInt64, at timestamp: Duration) -> [ButtonOutcome] {
        devices[device]?.cancel(at: timestamp) ?? []
    }

    /// Calls ``cancel(_:at:)`` for each device.
    public func cancelAll(at timestamp: Duration) -> [ButtonOutcome] {
        devices.keys.sorted().flatMap { cancel($0, at: timestamp) }
    }

    /// Takes a change of a key. A change from a device that is not connected is dropped.
    public func receive(
        _ change: ButtonChange, of key: PressKey, from device: UInt64, at timestamp: Duration
    ) -> [ButtonOutcome] {
        devices[device]?.receive(change, of: key, at: timestamp) ?? []
    }

    /// Lets time pass until `time`. The outcomes that were due are returned in the order of their times.
    public func advance(to time: Duration) -> [ButtonOutcome] {
        var outcomes: [ButtonOutcome] = []
        while let device = devices.values.filter({ $0.environment.nextDeadline != nil }).min(by: Self.isEarlier),
            let deadline = device.environment.nextDeadline, deadline <= time
        {
            outcomes += device.advance(to: deadline)
            // The device is handling an event, and this is a call from an action of it. It goes on after that event.
            if device.environment.nextDeadline == deadline { break }
        }
        return outcomes
    }

    private static func isEarlier(_ left: ButtonDevice, _ right: ButtonDevice) -> Bool {
        guard let one = left.environment.nextDeadline, let other = right.environment.nextDeadline else { return false }
        return one == other ? left.id < right.id : one < other
    }
}
