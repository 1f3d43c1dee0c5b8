// SPDX-License-Identifier: Apache-2.0

/// Turns what the keys of headsets and keyboards do into media commands (rules B1–B10).
///
/// It reads no device and has no clock. Tell it of each change with the time the kernel gave it; arm one timer for
/// ``nextDeadline``, and call ``advance(to:)`` when it fires. Everything that comes of it is returned, in order. Times are
/// since boot on the monotonic clock; per device they never go back, so one from the future must not be let in.
///
///     let translator = ButtonTranslator()
///     translator.connect(7, ButtonSettings())
///     for outcome in translator.receive(.down, of: .playPause, from: 7, at: timestamp) { perform(outcome) }
///     timer.arm(translator.nextDeadline)
@MainActor
public final class ButtonTranslator {
    /// Whether the player that commands go to plays now; nil if that is not known. Asked for devices with
    /// ``ButtonSettings/correctsBelief`` alone (rule B7).
    public var isPlaying: () -> Bool? = { nil }

    private var devices: [UInt64: ButtonDevice] = [:]

    /// Makes a translator that knows no device.
    public init() {}

    /// When ``advance(to:)`` has to be called, if no event comes before; nil for never.
    public var nextDeadline: Duration? { devices.values.lazy.compactMap(\.environment.nextDeadline).min() }

    /// A device is there. Whoever had the same number has gone at `timestamp`.
    ///
    /// - Returns: what ends with the one that had it.
    @discardableResult
    public func connect(_ device: UInt64, _ settings: ButtonSettings, at timestamp: Duration = .zero) -> [ButtonOutcome]
    {
        let ended = disconnect(device, at: timestamp)
        devices[device] = ButtonDevice(id: device, settings: settings) { [weak self] in self?.isPlaying() }
        return ended
    }

    /// A device is gone. Keys that were down count as released, but make no click; clicks that waited are dropped; seeking
    /// ends (rule B9).
    public func disconnect(_ device: UInt64, at timestamp: Duration) -> [ButtonOutcome] {
        devices.removeValue(forKey: device)?.cancel(at: timestamp) ?? []
    }

    /// What a device did is not to be trusted, or not ours any more: events were lost, or the session is inactive. The same
    /// as ``disconnect(_:at:)``, but the device stays (rules B9, T21).
    public func cancel(_ device: UInt64, at timestamp: Duration) -> [ButtonOutcome] {
        devices[device]?.cancel(at: timestamp) ?? []
    }

    /// ``cancel(_:at:)`` for every device.
    public func cancelAll(at timestamp: Duration) -> [ButtonOutcome] {
        devices.keys.sorted().flatMap { cancel($0, at: timestamp) }
    }

    /// A key of a connected device changed; from any other device it is nothing.
    public func receive(
        _ change: ButtonChange, of key: PressKey, from device: UInt64, at timestamp: Duration
    ) -> [ButtonOutcome] {
        devices[device]?.receive(change, of: key, at: timestamp) ?? []
    }

    /// Time has passed until `time`. What was due is returned in the order in which it was, each with its own time.
    public func advance(to time: Duration) -> [ButtonOutcome] {
        var outcomes: [ButtonOutcome] = []
        while let device = devices.values.filter({ $0.environment.nextDeadline != nil }).min(by: Self.isEarlier),
            let deadline = device.environment.nextDeadline, deadline <= time
        {
            outcomes += device.advance(to: deadline)
            // Called from within what the device does: it goes on by itself.
            if device.environment.nextDeadline == deadline { break }
        }
        return outcomes
    }

    private static func isEarlier(_ left: ButtonDevice, _ right: ButtonDevice) -> Bool {
        guard let one = left.environment.nextDeadline, let other = right.environment.nextDeadline else { return false }
        return one == other ? left.id < right.id : one < other
    }
}
