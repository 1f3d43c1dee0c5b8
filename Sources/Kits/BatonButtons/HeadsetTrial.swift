// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// The steps of a trial of a Bluetooth headset: what it is shown, which presses are asked for, and what each command was
/// counted as (rule I55).
///
/// A press is told from the sensor only by what the user does: in the last step nobody presses.
package struct HeadsetTrial: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        /// "Playing" is shown, and the user presses.
        case whilePlaying
        /// "Paused" is shown, and the user presses.
        case whilePaused
        /// The user takes the headset off, and puts it on again.
        case takingOff
        case done
    }

    /// What a command was counted as.
    package enum Count: Equatable, Sendable {
        /// As a press, with its number in its step, from 1.
        case press(Int)
        /// As nothing: it came too soon after the one before, and the step begins anew.
        case tooSoon
        /// As nothing: it is neither Play nor Pause.
        case other
        /// As sent by the headset itself.
        case unpressed
        /// As the one too many, which ends the trial.
        case flood
    }

    /// How long a press must come after the one before. One press may send two commands, and a sensor may answer a hand
    /// that presses. A larger value keeps these out better and lets more presses of people begin the step anew.
    package static let apart = Duration.milliseconds(1500)
    /// The most commands in a trial. A person who presses too soon now and then needs fewer.
    package static let most = 32

    package private(set) var step = Step.whilePlaying
    package private(set) var evidence = HeadsetEvidence()
    private let asksToTakeOff: Bool
    private var received = 0
    private var last: Duration?

    /// - Parameter asksToTakeOff: whether the last step is part of the trial.
    package init(asksToTakeOff: Bool) {
        self.asksToTakeOff = asksToTakeOff
    }

    /// Whether "playing" is shown now, else "paused". While the headset is taken off it is what a player would do: a headset
    /// that is shown "paused" need not send Pause.
    package var isShownPlaying: Bool {
        switch step {
        case .whilePlaying: true
        case .takingOff: evidence.unpressed.isEmpty
        case .whilePaused, .done: false
        }
    }

    /// How many presses are asked for in this step.
    package var wanted: Int {
        switch step {
        case .whilePlaying: HeadsetEvidence.pressesWhilePlaying
        case .whilePaused: HeadsetEvidence.pressesWhilePaused
        case .takingOff, .done: 0
        }
    }

    /// A command of the headset came.
    package mutating func receive(_ command: RemoteControlSubtype, at instant: Duration) -> Count {
        received += 1
        guard received <= Self.most else {
            evidence.isFlooded = true
            step = .done
            return .flood
        }
        guard command == .play || command == .pause else { return .other }
        defer { last = instant }
        if step == .takingOff {
            evidence.unpressed.append(command)
            // It was taken off and put on.
            if evidence.unpressed.count == 2 { step = .done }
            return .unpressed
        }
        if let last, instant - last < Self.apart {
            if step == .whilePlaying { evidence.whilePlaying = [] } else { evidence.whilePaused = [] }
            return .tooSoon
        }
        return count(command)
    }

    private mutating func count(_ command: RemoteControlSubtype) -> Count {
        guard step == .whilePlaying else {
            evidence.whilePaused.append(command)
            let number = evidence.whilePaused.count
            if number == wanted { step = asksToTakeOff ? .takingOff : .done }
            return .press(number)
        }
        evidence.whilePlaying.append(command)
        let number = evidence.whilePlaying.count
        if number == wanted { step = .whilePaused }
        return .press(number)
    }

    /// Nothing came in the time for it, or the user skips what is left.
    package mutating func expire() { step = .done }
}
