// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The members of org.baton.Baton1.Interruptions.
package enum InterruptionsMember {
    // Not stored: they are needed while the interface is set up, and each stored one keeps memory for good.

    // Methods.
    package static var begin: MemberName { "Begin" }
    package static var end: MemberName { "End" }
    package static var pauseAll: MemberName { "PauseAll" }
    package static var resume: MemberName { "Resume" }
    package static var playPauseAll: MemberName { "PlayPauseAll" }
    package static var forget: MemberName { "Forget" }
    package static var acted: MemberName { "Acted" }
    package static var sleep: MemberName { "Sleep" }
    package static var hooks: MemberName { "Hooks" }
    package static var testHook: MemberName { "TestHook" }

    // Signals.
    package static var began: MemberName { "Began" }
    package static var ended: MemberName { "Ended" }

    // Properties.
    package static var active: MemberName { "Active" }
    package static var sleepUntil: MemberName { "SleepUntil" }
    package static var sleepAtEndOfTrack: MemberName { "SleepAtEndOfTrack" }
}

/// The keys of the options of `Begin`.
package enum LeaseKey {
    package static let resume = "resume"
    package static let players = "players"
    package static let seconds = "seconds"
    package static let wait = "wait"
}
