// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// org.baton.Baton1.Interruptions.
package enum InterruptionsInterface: InterfaceDeclaration {
    package static var name: InterfaceName { "org.baton.Baton1.Interruptions" }

    package static var summary: String { "Interruptions of playback that begin and end, and the sleep timer." }

    package static var introduction: String {
        """
        What pauses players without a key press: bus name org.baton.Baton1, object /org/baton/Baton1. \
        Players are named by their bus names, without the instance if a caller likes.
        """
    }

    package static var members: [MemberDescription] {
        [
            begin.description, end.description, pauseAll.description, resume.description, playPauseAll.description,
            forget.description, acted.description, sleep.description, hooks.description, testHook.description,
            began.description, ended.description, hookChanged.description, active.description, enabled.description,
            sleepUntil.description, sleepAtEndOfTrack.description,
        ]
    }

    package static var begin: MethodDeclaration<(String, String, Vardict), (UInt32, PipeEnd)> {
        method(
            "Begin", for: .anyone,
            """
            Begins an interruption, which pauses what plays.

            The interruption also ends with End, when the caller leaves the bus, and after 12 hours. Errors: \
            InvalidArgs for an unknown kind; LimitsExceeded beyond 8 interruptions of a caller (2 of a sandboxed \
            one), 32 in all, or 10 beginnings of a caller in a minute: then no player is paused.
            """,
            takes: Field(
                "kind",
                """
                "call", "dictation", "recording", "alarm", "lock", "wear", "other" or "remote": what another machine \
                tells of, which resumes what it paused only after End, and not when the lease is closed or the caller leaves.
                """),
            Field("reason", "For people; at most 255 bytes of it are kept."),
            Field(
                "options",
                """
                "resume" b: whether what is paused may resume at the end; true when left out. "players" as: the only \
                players that are paused; refused to sandboxed callers. "seconds" u: when it ends by itself, at most \
                43200, which is the default. "wait" b: whether the answer waits until the players have announced \
                that they paused, at most half a second. "lower" b: whether what plays is made quieter instead of \
                paused; false when left out. An unknown option is ignored.
                """),
            returns: Field("id", "Its number, which is never used again."),
            Field(
                "lease",
                """
                The write end of a pipe. When all copies of it are closed the interruption ends. When the interruption \
                has ended in another way, or batond has, poll reports POLLERR for it.
                """))
    }

    package static var end: MethodDeclaration<UInt32, Void> {
        method(
            "End", for: .anyone,
            """
            Ends an interruption of the caller's.

            Another one has no effect and is no error.
            """,
            takes: Field("id", "A number from Begin."))
    }

    package static var pauseAll: MethodDeclaration<Void, [String]> {
        method(
            "PauseAll",
            """
            Pauses all players of this machine that play, until Resume; another call adds to it.

            An app that is registered with "interruptions" and plays is told. The answer comes when all have paused \
            or refused to, after 1.5 s at the latest. Error: NotSupported if nothing has paused and a player plays \
            on that cannot pause, or did not.
            """,
            returns: Field("players", "Those that have paused, and the registered apps that are told to pause."))
    }

    package static var resume: MethodDeclaration<Void, [String]> {
        method(
            "Resume",
            """
            Resumes what PauseAll or the sleep timer has paused, or an interruption has left paused, within 24 hours \
            and unless the user has acted on it since.

            It starts nothing else.
            """,
            returns: Field(
                "players",
                "Those that resume: now, when they have paused, or when the last interruption that holds them ends."))
    }

    package static var playPauseAll: MethodDeclaration<Void, [String]> {
        method(
            "PlayPauseAll",
            """
            Does what PauseAll does if anything plays, and what Resume does otherwise.

            What an interruption holds does not play.
            """,
            returns: Field("players", "Those that have paused, or resume."))
    }

    package static var forget: MethodDeclaration<Void, Void> {
        method(
            "Forget",
            "Forgets what was paused: no player resumes by itself any more, and all stay as they are.")
    }

    package static var acted: MethodDeclaration<String, Void> {
        method(
            "Acted",
            """
            Says that the user has acted on a player directly: nothing that was paused there resumes by itself.

            batonctl calls it before it calls a player itself. A player that is not held is left alone.
            """,
            takes: Field("player", "The bus name of a player."))
    }

    package static var sleep: MethodDeclaration<(UInt64, Bool), Void> {
        method(
            "Sleep",
            """
            Sets the sleep timer, which replaces an earlier one; 0 and false switch it off.

            Errors: InvalidArgs when the player does not tell the length of its track, or none plays.
            """,
            takes: Field(
                "until",
                "When all that plays is paused, in microseconds since 1970, at most a week ahead; 0 for no time."),
            Field(
                "end_of_track",
                """
                Whether it is paused at the end of the track that plays then, or without a time at the end of this \
                one.
                """))
    }

    package static var hooks: MethodDeclaration<Void, [HookReport]> {
        method(
            "Hooks",
            "Lists the [hook] sections of the configuration.",
            returns: Field(
                "hooks",
                """
                The [hook] sections of the configuration: name, whether its program runs, when it was started last or \
                was to be in microseconds of CLOCK_MONOTONIC or 0, how it ended last or -1 (its exit status, or 128 \
                and the signal; -2 when it never runs, because it has no event or no command; -3 when its program \
                could not be started), and how many events were dropped.
                """))
    }

    package static var testHook: MethodDeclaration<String, Void> {
        method(
            "TestHook",
            """
            Starts its program with sample values, as if its first event had happened.

            Errors: InvalidArgs when there is no such hook, Failed when it runs already or cannot be started.
            """,
            takes: Field("name", "A hook with a command."))
    }

    package static var active: PropertyDeclaration<[ActiveInterruption]> {
        property(
            "Active",
            """
            The interruptions that last: number, source ("route-lost", "lock", "suspend", "call", "speech", "wear", \
            "exclusive", "manual", or the kind of an application's), reason, the unique name of the application or \
            nothing, the time of the beginning in microseconds of CLOCK_MONOTONIC, and the players that are held or lowered.
            """)
    }

    package static var enabled: PropertyDeclaration<Bool> {
        property(
            "Enabled",
            """
            Whether interruptions pause players. What is set holds until batond ends or reads its configuration again. With \
            false, what is paused stays so until a command, and commands, PauseAll and the sleep timer work as before. What the \
            configuration has switched off watches nothing, also after true.
            """,
            page: "<!-- test: InterruptionSwitchTests -->",
            writers: .unconfined)
    }

    package static var sleepUntil: PropertyDeclaration<UInt64> {
        property(
            "SleepUntil",
            "When the sleep timer pauses, in microseconds since 1970; 0 when it is off or waits for a track only.")
    }

    package static var sleepAtEndOfTrack: PropertyDeclaration<Bool> {
        property(
            "SleepAtEndOfTrack",
            "Whether the sleep timer waits for the end of a track.")
    }

    package static var began: SignalDeclaration<(UInt32, String, String, [String])> {
        signal(
            "Began",
            """
            An interruption has begun.

            Sent to callers of org.baton.Baton1.Application.Monitor only.
            """,
            has: Field("id", "The number of the interruption."),
            Field("source", "As in Active."),
            Field("reason", "For people."),
            Field("players", "The players that it holds."))
    }

    package static var ended: SignalDeclaration<(UInt32, Bool, [String])> {
        signal(
            "Ended",
            """
            An interruption has ended.

            Sent to callers of org.baton.Baton1.Application.Monitor only.
            """,
            has: Field("id", "The number of the interruption."),
            Field("should_resume", "Whether a player goes on."),
            Field("resumed", "The players that go on."))
    }

    package static var hookChanged: SignalDeclaration<(String, Bool, UInt64, Int32, UInt32)> {
        signal(
            "HookChanged",
            """
            The program of a hook has started or ended, or could not be started.

            Sent to callers of org.baton.Baton1.Application.Monitor only.
            """,
            has: Field("name", "The hook."),
            Field("is_running", "Whether its program runs."),
            Field("started", "When it was started last or was to be, as in Hooks."),
            Field("status", "How it ended last, as in Hooks."),
            Field("dropped", "How many events were dropped."))
    }
}
