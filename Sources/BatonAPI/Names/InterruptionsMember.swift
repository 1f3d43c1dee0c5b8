// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The members of org.baton.Baton1.Interruptions.
package enum InterruptionsMember {
    // Methods.
    package static let begin: MemberName = "Begin"
    package static let end: MemberName = "End"
    package static let pauseAll: MemberName = "PauseAll"
    package static let resume: MemberName = "Resume"
    package static let forget: MemberName = "Forget"
    package static let sleep: MemberName = "Sleep"
    package static let hooks: MemberName = "Hooks"
    package static let testHook: MemberName = "TestHook"

    // Signals.
    package static let began: MemberName = "Began"
    package static let ended: MemberName = "Ended"

    // Properties.
    package static let active: MemberName = "Active"
    package static let sleepUntil: MemberName = "SleepUntil"
    package static let sleepAtEndOfTrack: MemberName = "SleepAtEndOfTrack"
}

/// The keys of the options of `Begin`.
package enum LeaseKey {
    package static let resume = "resume"
    package static let players = "players"
    package static let seconds = "seconds"
    package static let wait = "wait"
}
