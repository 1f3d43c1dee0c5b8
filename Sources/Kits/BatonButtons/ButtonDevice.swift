// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// The keys of one device, and the outcomes of their presses.
@MainActor
final class ButtonDevice {
    let id: UInt64
    let environment = GestureEnvironment()
    private let settings: ButtonSettings
    /// Whether the player that commands go to plays; nil if unknown.
    private let isPlaying: () -> Bool?
    private let view = View()
    private let tracker = PressTracker()
    private var buttons: [PressKey: HeadsetButton] = [:]
    /// Seeking begins and ends in pairs (rule C3).
    private var source = RemoteControlSource()
    /// The press that began the seeking under way.
    private var seeker: (key: PressKey, pattern: ButtonPattern?, pressedAt: Duration)?
    private var outcomes: [ButtonOutcome] = []

    init(id: UInt64, settings: ButtonSettings, isPlaying: @escaping () -> Bool?) {
        self.id = id
        self.settings = settings
        self.isPlaying = isPlaying
    }

    // MARK: In and out

    func receive(_ change: ButtonChange, of key: PressKey, at timestamp: Duration) -> [ButtonOutcome] {
        let isPattern = settings.patternKeys.contains(key) && !settings.patterns.isEmpty
        let action = isPattern ? nil : settings.keys[key]
        let isOurs = isPattern || action != nil
        environment.advance(to: timestamp)
        if isPattern, buttons[key] == nil { buttons[key] = makeButton(key) }
        switch change {
        case .repeated: break
        case .down:
            if !isOurs { environment.noticeOtherInput(at: timestamp) }
            if isOurs, let event = tracker.down(key, at: timestamp) {
                environment.send(event, to: view)
                if let action { begin(action, key, nil, timestamp, isHeld: true) }
            }
        case .up:
            guard let event = tracker.up(key, at: timestamp) else { break }
            environment.send(event, to: view)
            for press in event.allPresses where press.key == key { buttons[key]?.ended(press) }
            if let action { end(action, key, nil, timestamp) }
        }
        if !isOurs { add(key, nil, .passOn(change), timestamp, timestamp) }
        return take()
    }

    func advance(to time: Duration) -> [ButtonOutcome] {
        environment.advance(to: time)
        return take()
    }

    /// Cancels all presses: the device is gone, or its keys are not Baton's any more (rule B9).
    func cancel(at timestamp: Duration) -> [ButtonOutcome] {
        environment.cancel(with: tracker.cancel(at: timestamp))
        for button in buttons.values { button.cancel() }
        closeSeeking(source.disconnect())
        return take()
    }

    private func take() -> [ButtonOutcome] {
        guard !outcomes.isEmpty else { return [] }
        defer { outcomes = [] }
        return outcomes
    }

    // MARK: Patterns

    private func makeButton(_ key: PressKey) -> HeadsetButton {
        let button = HeadsetButton(key: key, settings: settings, in: view)
        button.onPattern = { [weak self] pattern, step, pressedAt in
            guard let self, let action = settings.patterns[pattern] else { return }
            switch step {
            case .began: begin(action, key, pattern, pressedAt, isHeld: pattern.isHeld)
            case .ended: end(action, key, pattern, pressedAt)
            }
        }
        return button
    }

    // MARK: Actions

    private func begin(
        _ action: ButtonAction, _ key: PressKey, _ pattern: ButtonPattern?, _ pressedAt: Duration, isHeld: Bool
    ) {
        guard case .remoteControl(let subtype) = action else {
            return add(key, pattern, .perform(action), pressedAt, environment.now)
        }
        let command = settings.belief == .sent ? subtype : subtype.meant(by: settings.belief, isPlaying: isPlaying())
        let commands = source.receive(command)
        closeSeeking(commands.filter(\.isEnd))
        guard commands.contains(command) else { return }
        add(key, pattern, .remoteControl(command), pressedAt, environment.now)
        guard command.end != nil else { return }
        seeker = (key, pattern, pressedAt)
        if !isHeld { end(action, key, pattern, pressedAt) }
    }

    private func end(_ action: ButtonAction, _ key: PressKey, _ pattern: ButtonPattern?, _ pressedAt: Duration) {
        guard case .remoteControl(let subtype) = action, let end = subtype.end, seeker?.key == key else { return }
        closeSeeking(source.receive(end))
    }

    /// Adds the end of seeking. Its outcome names the press that began the seeking, also when another key ended it.
    private func closeSeeking(_ ends: [RemoteControlSubtype]) {
        guard let seeker else { return }
        for end in ends { add(seeker.key, seeker.pattern, .remoteControl(end), seeker.pressedAt, environment.now) }
        if !ends.isEmpty { self.seeker = nil }
    }

    private func add(
        _ key: PressKey, _ pattern: ButtonPattern?, _ work: ButtonOutcome.Work, _ pressedAt: Duration,
        _ timestamp: Duration
    ) {
        outcomes.append(
            ButtonOutcome(
                device: id, key: key, pattern: pattern, work: work, pressedAt: pressedAt, timestamp: timestamp))
    }
}
