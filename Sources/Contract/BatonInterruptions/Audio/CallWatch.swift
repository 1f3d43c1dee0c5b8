// SPDX-License-Identifier: Apache-2.0

/// Which streams are a call. The raw value is the word in the configuration.
package enum CallSign: String, Sendable, CaseIterable {
    /// None.
    case off
    /// A stream whose program says so by its role.
    case phone
    /// That, and any use of a microphone.
    case microphone

    /// Whether there are any.
    package var isOn: Bool {
        switch self {
        case .off: false
        case .phone, .microphone: true
        }
    }
}

/// Notices calls: streams that count, for long enough (rules I28 and I29).
///
/// | state | a stream counts | none counts | its time |
/// |---|---|---|---|
/// | quiet | beginning | quiet | |
/// | beginning | beginning | quiet | in call: begins |
/// | in call | in call | ending | |
/// | ending | in call | ending | quiet: ends |
/// | server lost | in call, once all is listed | server lost | quiet: ends, without resuming |
///
/// A stream that is muted begins no call, and keeps one up if its program was heard in it: a user who mutes the microphone goes on
/// listening (rule I118).
///
/// While there is no session manager, microphones are missing: a call with no stream that counts is as if the server was lost
/// (rule I102).
///
/// Streams that are there when the server is first listened to do not count as beginnings: a user who starts music in a call wants to hear it
/// (rule I5). It reads no clock; times are those of `CLOCK_MONOTONIC`.
package struct CallWatch: Sendable {
    /// What has happened.
    package enum Event: Sendable, Equatable {
        /// A call began; the first of its streams.
        case began(AudioStream)
        /// The call is over.
        ///
        /// - Parameter isNormal: false when the server is gone, so that it is not known whether it is over.
        case ended(isNormal: Bool)
    }

    private enum State: Sendable, Equatable {
        case quiet
        case beginning(at: Duration)
        case inCall
        case ending(at: Duration)
        case lost(until: Duration)
    }

    /// How long a call goes on without a server (rule I101).
    static let serverWait = Duration.seconds(5)
    /// The most programs that are in a call.
    static let mostMembers = 64

    /// Which streams count.
    package var sign = CallSign.phone
    /// How long a stream must count without a break.
    package var beginTime = Duration.milliseconds(500)
    /// How long none may count until the call is over.
    package var endTime = Duration.milliseconds(1500)
    /// Programs that do not count.
    package var isIgnored: @Sendable (AudioStream) -> Bool = { _ in false }

    private var state = State.quiet
    /// Nothing ends before this time: the machine has just woken (rule I107).
    private var notBefore = Duration.zero
    package private(set) var captures: [UInt32: AudioStream] = [:]
    private var streams: [UInt32: AudioStream] = [:]
    /// Streams that were there at first, by their number with ``recording`` added for one that records.
    private var present: Set<UInt64> = []
    private static let recording: UInt64 = 1 << 32
    /// A stream of each program that is in the call: one that was not muted in it. It outlives the server.
    private var members: [AudioStream] = []
    private var isListing = false
    private var isManagerGone = false
    private var events: [Event] = []

    package init() {}

    /// What has happened since the last call.
    package mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Whether there is a call.
    package var isInCall: Bool {
        switch state {
        case .quiet, .beginning: false
        case .inCall, .ending, .lost: true
        }
    }

    /// The streams that count now, those that record first.
    package var calls: [AudioStream] {
        (counting(captures, isCapture: true) + counting(streams, isCapture: false)).filter { stream in
            !stream.isMuted || isInCall && isMember(stream)
        }
    }

    /// Streams that would count if they had not been there at first, muted ones as well.
    package var presentCalls: [AudioStream] {
        captures.values.filter { counts($0, isCapture: true) } + streams.values.filter { counts($0, isCapture: false) }
    }

    /// When ``advance(to:)`` has to be called if nothing happens before; nil for never.
    package var nextDeadline: Duration? {
        switch state {
        case .quiet, .inCall: nil
        case .beginning(let time): time
        case .ending(let time): max(time, notBefore)
        case .lost(let time): time
        }
    }

    /// Lets time pass.
    package mutating func advance(to now: Duration) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        switch state {
        case .quiet, .inCall: break
        case .beginning:
            guard let first = calls.first else { return state = .quiet }
            state = .inCall
            noteMembers()
            events.append(.began(first))
        case .ending: end(isNormal: true)
        case .lost: end(isNormal: false)
        }
    }

    private mutating func end(isNormal: Bool) {
        state = .quiet
        members = []
        events.append(.ended(isNormal: isNormal))
    }

    /// A call does not end before this time.
    package mutating func hold(until time: Duration) { notBefore = max(notBefore, time) }

    /// A call may end from this time on, although it was to be held for longer.
    package mutating func release(at time: Duration) { notBefore = time }

    /// What was there at first is a call all the same: it has interrupted players before (rule I8).
    package mutating func adoptPresent() {
        guard state == .quiet, !presentCalls.isEmpty else { return }
        present = []
        state = .inCall
        // Who was heard in it, the former agent knew.
        members = Array(presentCalls.prefix(Self.mostMembers))
    }

    /// The watch ends: a call is over, but nobody knows how.
    package mutating func stop() {
        if isInCall { end(isNormal: false) }
        state = .quiet
        captures = [:]
        streams = [:]
        present = []
    }

    /// Takes a fact.
    package mutating func take(_ fact: AudioFact, at now: Duration) {
        advance(to: now)
        switch fact {
        case .connected:
            forget()
            isListing = true
        case .disconnected:
            forget()
            state = isInCall ? .lost(until: now + Self.serverWait) : .quiet
        case .listed:
            isListing = false
            if isInCall { forgetPresentMembers() }
        case .capture(let capture): note(capture, isCapture: true)
        case .captureGone(let index):
            captures[index] = nil
            present.remove(Self.key(index, isCapture: true))
        case .stream(let stream): note(stream, isCapture: false)
        case .streamGone(let index):
            streams[index] = nil
            present.remove(Self.key(index, isCapture: false))
        case .managerGone: isManagerGone = true
        case .managerBack: isManagerGone = false
        case .sink, .sinkGone, .defaultSink, .card, .cardGone, .jackGone, .tooMany, .answered, .lowered: break
        }
        if !isListing { review(at: now) }
    }

    /// Judges anew, because ``sign`` or ``isIgnored`` has changed. A call of which nothing counts any more by that goes on, for all
    /// that is known: it has ended, and not normally (rule I131).
    package mutating func settingsChanged(at now: Duration) {
        if state == .inCall, calls.isEmpty { end(isNormal: false) }
        review(at: now)
    }

    /// Judges anew, because what counts has changed.
    package mutating func review(at now: Duration) {
        if isInCall { noteMembers() }
        let isCounting = !calls.isEmpty
        switch state {
        case .quiet: if isCounting { state = .beginning(at: now + beginTime) }
        case .beginning: if !isCounting { state = .quiet }
        case .inCall:
            guard !isCounting else { break }
            state = isManagerGone ? .lost(until: now + Self.serverWait) : .ending(at: now + endTime)
        case .ending, .lost: if isCounting { state = .inCall }
        }
        advance(to: now)
    }

    private mutating func forget() {
        captures = [:]
        streams = [:]
        present = []
        isListing = false
        isManagerGone = false
    }

    private mutating func note(_ stream: AudioStream, isCapture: Bool) {
        let key = Self.key(stream.index, isCapture: isCapture)
        if isCapture { captures[stream.index] = stream } else { streams[stream.index] = stream }
        if isListing, counts(stream, isCapture: isCapture) { present.insert(key) }
        // What pauses and goes on later is a beginning. Muting does not count as a pause.
        if !stream.isLive { present.remove(key) }
    }

    private func counting(_ list: [UInt32: AudioStream], isCapture: Bool) -> [AudioStream] {
        list.values.filter { stream in
            counts(stream, isCapture: isCapture) && !present.contains(Self.key(stream.index, isCapture: isCapture))
        }
        .sorted { $0.index < $1.index }
    }

    // MARK: Programs in the call

    private func isMember(_ stream: AudioStream) -> Bool { members.contains { $0.isOfProgram(of: stream) } }

    private mutating func noteMembers() {
        for stream in calls where !stream.isMuted && !isMember(stream) && members.count < Self.mostMembers {
            members.append(stream)
        }
    }

    /// The server is back in a call: what its programs record goes on, and what others record was there before.
    private mutating func forgetPresentMembers() {
        for capture in captures.values where isMember(capture) {
            present.remove(Self.key(capture.index, isCapture: true))
        }
        for stream in streams.values where isMember(stream) {
            present.remove(Self.key(stream.index, isCapture: false))
        }
    }

    private static func key(_ index: UInt32, isCapture: Bool) -> UInt64 { UInt64(index) | (isCapture ? recording : 0) }

    private func counts(_ stream: AudioStream, isCapture: Bool) -> Bool {
        guard stream.isLive, sign.isOn, !isIgnored(stream) else { return false }
        return stream.isOfCall || (isCapture && sign == .microphone)
    }
}
