// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonButtons
import BatonDBus
package import BatonEvents
import BatonInput
import BatonMPRIS
import BatonSettings
package import BatonValues

/// A Bluetooth headset that is tried (rule I55): it is shown a constant status, and its presses go to the trial and to
/// nothing else. Nothing is learned here; what the presses tell is the business of the program that asked.
@MainActor
package final class BluetoothTrial {
    /// A press of the headset.
    package struct Press: Equatable {
        package let command: RemoteControlSubtype
        /// When it came, on CLOCK_MONOTONIC.
        package let at: Duration
    }

    /// The headset.
    package struct Headset: Equatable {
        /// Its alias, as the headset and the user gave it: any text.
        package let name: String
        /// The name of its section in baton.conf, the user's own if there is one.
        package let section: String
    }

    private struct Current {
        let adapter: ObjectPath
        let device: PressingDevice
        var isPlaying: Bool
        var received = 0
        var last: (press: Press, input: Int)?
        var waiting: [Press] = []
    }

    /// What happens in a trial.
    package enum Change {
        /// A press waits for ``next()``.
        case press
        /// The trial has ended because it cannot go on.
        case ended(Reason)
        /// What headsets are shown has changed.
        case shown
    }

    private var observers = Observers<Change>()
    /// Why presses at an adapter do not come to Baton; nil if they do. Its input, which makes it, knows.
    var obstacle: (ObjectPath) -> Reason? = { _ in nil }

    private let adapters: BluezAdapters
    private var observation: Observation?
    private let meaning: PressMeaning
    private var current: Current?

    /// The most presses of a trial; a limit against a headset that does not stop.
    static let most = 64

    init(adapters: BluezAdapters, meaning: PressMeaning) {
        self.adapters = adapters
        self.meaning = meaning
        meaning.onTrial = { [weak self] in self?.take($0, of: $1, from: $2, at: $3) ?? false }
        observation = adapters.observe { [weak self] change in
            if case .devices = change { self?.review() }
        }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    // MARK: Life

    /// Begins a trial; one that lasts already is over.
    ///
    /// - Parameters:
    ///   - name: the headset's alias, name or address; `*` and `?` stand for other text.
    ///   - isPlaying: whether it is shown "playing", else "paused".
    /// - Throws: why it cannot be tried.
    package func begin(_ name: String, isPlaying: Bool) throws(Reason) -> Headset {
        end()
        let glob = Glob(name)
        let named = adapters.pressing.filter { $0.device.names.contains { glob.matches($0) } }
        guard let (adapter, device) = named.first else { throw Reason.input(.headsetAbsent) }
        guard named.count == 1 else { throw Reason.input(.severalHeadsets) }
        let current = Current(adapter: adapter, device: device, isPlaying: isPlaying)
        if let obstacle = obstacle(to: current) { throw obstacle }
        self.current = current
        observers.tell(.shown)
        let alias = device.names.first ?? name
        return Headset(name: alias, section: meaning.section(of: device) ?? LearnedLines.sectionName(alias))
    }

    /// Changes what the headset is shown.
    package func show(isPlaying: Bool) {
        guard current != nil, current?.isPlaying != isPlaying else { return }
        current?.isPlaying = isPlaying
        observers.tell(.shown)
    }

    /// Ends the trial: the headset is shown what is so, and its presses count again.
    package func end() {
        guard current != nil else { return }
        current = nil
        observers.tell(.shown)
    }

    /// The oldest press that was not fetched yet.
    package func next() -> Press? {
        guard current?.waiting.isEmpty == false else { return nil }
        return current?.waiting.removeFirst()
    }

    /// Ends the trial if it cannot go on: the headset has left, another one has come, the session is locked.
    func review() {
        guard let current, let obstacle = obstacle(to: current) else { return }
        stop(obstacle)
    }

    private func stop(_ reason: Reason) {
        end()
        observers.tell(.ended(reason))
    }

    private func obstacle(to trial: Current) -> Reason? {
        if let obstacle = obstacle(trial.adapter) { return obstacle }
        let present = adapters.pressing(at: trial.adapter)
        guard present.contains(where: { $0.names == trial.device.names }) else { return .input(.headsetAbsent) }
        // BlueZ does not tell which one is pressed (rule BLUEZ1).
        return present.count == 1 ? nil : .input(.severalHeadsets)
    }

    // MARK: What it is shown, and what it sends

    /// What an adapter's headset is shown.
    func shown(_ view: BluetoothView, at adapter: ObjectPath) -> BluetoothView {
        guard let current, current.adapter == adapter else { return view }
        var view = view
        view.status = current.isPlaying ? .playing : .paused
        view.capabilities.formUnion([.control, .play, .pause])
        return view
    }

    /// - Returns: whether the press is one of the headset that is tried.
    private func take(
        _ command: RemoteControlSubtype, of devices: [PressingDevice], from input: Input, at instant: Duration
    ) -> Bool {
        // The end of a held button belongs to its beginning, which may have gone to a player.
        guard var trial = current, !command.isEnd, devices.contains(where: { Self.isOne($0, trial.device) }) else {
            return false
        }
        let isOfConnecting = trial.device.connectedAt.map { instant - $0 <= PressMeaning.connecting } ?? false
        // A headset may send Play by itself when it has connected (rule I53).
        if command == .play, isOfConnecting { return true }
        if let last = trial.last, last.input != input.number, last.press.command == command,
            instant - last.press.at <= RemoteControlMerger.usualInterval
        {
            return true
        }
        let press = Press(command: command, at: instant)
        trial.last = (press, input.number)
        trial.received += 1
        trial.waiting.append(press)
        current = trial
        guard trial.received <= Self.most else {
            stop(.input(.tooManyPresses))
            return true
        }
        observers.tell(.press)
        return true
    }

    /// Whether a device is another one, by their names. bluetoothd adds a word to the name of a headset's node.
    private static func isOne(_ device: PressingDevice, _ other: PressingDevice) -> Bool {
        device.names.contains { name in
            let suffix = InputNode.avrcpSuffix
            return other.names.contains(name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
        }
    }
}
