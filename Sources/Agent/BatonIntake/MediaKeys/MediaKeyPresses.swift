// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import BatonReactor

/// The media keys of one input: sends one event for each press, however often the key repeats while it is held (rules
/// KEYS23 and KEYS24).
///
/// A seek key seeks while it is held. Where releases are not reported, a press is one step (rule MPRIS30), and the key
/// is held from its first repetition on.
@MainActor
final class MediaKeyPresses {
    /// Called for a key that is not a remote-control event.
    var onOther: ((MediaKey) -> Void)?

    private let input: Input
    private let reactor: Reactor
    private var keys: [MediaKey: KeyRepetition] = [:]
    /// The seek keys whose last press another input had delivered already (rule B8): that one seeks.
    private var repeated: Set<MediaKey> = []
    /// Whether a release ends seeking.
    private let trustsReleases: () -> Bool
    private var timer: ReactorTimer?

    /// - Parameter trustsReleases: whether releases are reported when they happen.
    init(_ input: Input, reactor: Reactor, trustsReleases: @escaping () -> Bool) {
        self.input = input
        self.reactor = reactor
        self.trustsReleases = trustsReleases
    }

    func pressed(_ key: MediaKey) {
        let now = reactor.now
        for other in keys.keys where other != key { tell(other, keys[other]?.decide() ?? []) }
        tell(key, keys[key, default: KeyRepetition()].pressed(at: now))
        arm()
    }

    func released(_ key: MediaKey) {
        let now = reactor.now
        tell(key, keys[key, default: KeyRepetition()].released(at: now))
        if trustsReleases(), let end = key.command?.end { input.submit(end, at: now) }
        arm()
    }

    /// Forgets what waits: releases and repetitions are not reported any more.
    func cancel() {
        timer?.cancel()
        keys = [:]
        repeated = []
        input.endSeeking(at: reactor.now)
    }

    private func tell(_ key: MediaKey, _ events: [KeyRepetition.Event]) {
        for event in events {
            guard let command = key.command else {
                if case .press = event { onOther?(key) }
                continue
            }
            switch event {
            case .press(let instant): press(key, command, at: instant)
            case .held where command.end != nil && !repeated.contains(key): input.submit(command, at: reactor.now)
            case .letGo: if let end = command.end { input.submit(end, at: reactor.now) }
            case .held: break
            }
        }
    }

    private func press(_ key: MediaKey, _ command: RemoteControlSubtype, at instant: Duration) {
        let isNew = input.submit(command, at: instant)
        guard let end = command.end else { return }
        if isNew { repeated.remove(key) } else { repeated.insert(key) }
        if !trustsReleases() { input.submit(end, at: reactor.now) }
    }

    private func arm() {
        guard let deadline = keys.values.lazy.compactMap(\.nextDeadline).min() else {
            timer?.cancel()
            return
        }
        timer?.cancel()
        timer = reactor.schedule(at: deadline) { [weak self] in self?.passTime() }
    }

    private func passTime() {
        let now = reactor.now
        for key in keys.keys { tell(key, keys[key]?.advance(to: now) ?? []) }
        arm()
    }
}
