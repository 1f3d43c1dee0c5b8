// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Events in, and what became of them.
extension ApplicationInterface {
    package static var sendRemoteControlEvent: MethodDeclaration<UInt32, (Bool, String)> {
        method(
            "SendRemoteControlEvent", for: .anyone,
            """
            Puts a remote-control event into the queue, exactly as a media key does, and replies when a responder \
            has handled it or the chain has ended.

            An unknown subtype is org.freedesktop.DBus.Error.InvalidArgs. A responder that does not answer within \
            its deadline is org.freedesktop.DBus.Error.Timeout.
            """,
            page: "<!-- E9 -->",
            takes: Field(
                "subtype",
                """
                100 play, 101 pause, 102 stop, 103 toggle play and pause, 104 next track, 105 previous track, 106 \
                and 107 begin and end seeking backward, 108 and 109 begin and end seeking forward.
                """),
            returns: Field(
                "handled",
                "Whether a responder handled the event. False is not an error: no responder wanted it."),
            Field("responder", "The responder that handled it; empty for none."))
    }

    package static var performRemoteControlEvent: MethodDeclaration<UInt32, (Bool, String, Bool)> {
        method(
            "PerformRemoteControlEvent", for: .anyone,
            """
            As SendRemoteControlEvent, and replies when the player has done what the event means, or has not a second \
            after its answer; for a toggle, of which the other way may be tried, after two and a half.
            """,
            page: "<!-- MPRIS104 -->",
            takes: Field("subtype", "As for SendRemoteControlEvent."),
            returns: Field("handled", "As for SendRemoteControlEvent."),
            Field("responder", "As for SendRemoteControlEvent."),
            Field(
                "done",
                """
                Whether the player says that it is so now: for play, pause, stop, toggle, next and previous track. It is \
                false for a player that has answered and goes on as before; true for an application.
                """))
    }

    package static var performRemoteControlEventBefore: MethodDeclaration<(UInt32, UInt64), (Bool, String, Bool)> {
        method(
            "PerformRemoteControlEventBefore",
            """
            As PerformRemoteControlEvent, but does nothing after an instant.

            A caller that stops waiting has a command undone that batond could not take in time, because it was stopped or the machine \
            slept: the answer is org.freedesktop.DBus.Error.Timeout then.
            """,
            page: "<!-- MPRIS108 -->",
            takes: Field("subtype", "As for SendRemoteControlEvent."),
            Field("instant", "Until when the event counts: µs of CLOCK_BOOTTIME."),
            returns: Field("handled", "As for SendRemoteControlEvent."),
            Field("responder", "As for SendRemoteControlEvent."),
            Field("done", "As for PerformRemoteControlEvent."))
    }

    package static var monitor: MethodDeclaration<Bool, Void> {
        method(
            "Monitor",
            """
            Sends Event signals to the caller, or no more.

            Event signals are unicast to the callers that asked for them, so a monitor wakes no other process. \
            Leaving the bus ends the monitor. There are 32 monitors at most.
            """,
            page: #"<!-- test: ControlTests "Monitor tells the caller that asked" -->"#,
            takes: Field("on", "Whether the caller wants Event signals."))
    }

    package static var event: SignalDeclaration<(UInt32, UInt64, String, String, String, String, UInt64)> {
        signal(
            "Event",
            "One event that has ended.",
            page: #"<!-- test: ControlTests "Monitor tells the caller that asked" -->"#,
            has: Field("subtype", "As for SendRemoteControlEvent; 1 for a shake."),
            Field("timestamp", "When the input produced the event, in microseconds of CLOCK_MONOTONIC."),
            Field(
                "input",
                """
                Which input the event came through: "mpris" for an MPRIS face, "baton" for SendRemoteControlEvent. \
                For a shake "accelerometer" or "simulated", a space, and "shake-began", "shake-ended" or \
                "shake-cancelled".
                """),
            Field("sender", "The bus name that sent it; empty for an input that is not D-Bus."),
            Field("responder", "The responder that handled it; empty for none."),
            Field(
                "outcome",
                """
                "handled", "unhandled", "disabled" by the configuration, "timeout", or "error:" and the responder's \
                D-Bus error; for a shake also the outcomes of SimulateMotion.
                """),
            Field("microseconds", "The time from the arrival of the event at batond to the outcome."))
    }

    package static var version: PropertyDeclaration<String> {
        property(
            "Version", for: .anyone,
            """
            Baton's version, such as "\(BatonBus.version)".
            """,
            page: #"<!-- test: ConfinedCallerTests "of Baton's own properties it may read the version alone" -->"#,
            change: .const)
    }
}
