// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// org.baton.Baton1.Responder, which an application exports.
package enum ResponderInterface: InterfaceDeclaration {
    package static var name: InterfaceName { "org.baton.Baton1.Responder" }

    package static var summary: String { "An application's object that handles events." }

    package static var introduction: String {
        """
        The interface that an application exports at the object that it gave to \
        org.baton.Baton1.Application.Register. batond is the caller.
        """
    }

    package static var path: ObjectPath? { nil }

    package static var members: [MemberDescription] {
        [
            remoteControlReceived.description, motionBegan.description, motionEnded.description,
            motionCancelled.description, interruptionBegan.description, interruptionEnded.description,
        ]
    }

    package static var remoteControlReceived: MethodDeclaration<(UInt32, UInt64), Bool> {
        method(
            "RemoteControlReceived",
            """
            A remote-control event is offered to the object; false passes it to the next responder.

            Reply as soon as it is decided. Without a reply within 250 ms ([routing] app-timeout) the event counts \
            as handled, because the application may already have acted on it. UnknownMethod passes it on; any other \
            error is returned to the sender of the event. After three calls in a row without an answer the object is \
            passed over until it answers. The responder that handles a beginning of seeking (106, 108) gets its end \
            (107, 109) once, even if another responder is first by then.
            """,
            page: #"<!-- R4, test: AppTests "what an app did not handle goes on" -->"#,
            takes: Field("subtype", "As for org.baton.Baton1.Application.SendRemoteControlEvent."),
            Field("timestamp", "When the input produced the event, in microseconds of CLOCK_MONOTONIC."),
            returns: Field("handled", "False passes the event on to the next responder."))
    }

    package static var motionBegan: MethodDeclaration<(UInt32, UInt64), Bool> {
        method(
            "MotionBegan",
            """
            A shake has begun.

            Sent if "event-types" in Register has motion. Without a reply within 250 ms ([routing] app-timeout) the \
            event counts as not handled. Exactly one MotionEnded or MotionCancelled follows.
            """,
            page: "<!-- M1 -->",
            takes: Field("subtype", "1, a shake."),
            Field("timestamp", "When it was recognized, in microseconds of CLOCK_MONOTONIC."),
            returns: Field("handled", "False passes the event on to the next responder."))
    }

    package static var motionEnded: MethodDeclaration<(UInt32, UInt64), Bool> {
        method(
            "MotionEnded",
            "A shake has ended: the application acts now.",
            page: "<!-- M1, M2 -->",
            takes: Field("subtype", "1, a shake."),
            Field("timestamp", "When it ended."),
            returns: Field(
                "handled",
                "False passes the event on; if no other responder handles it, Baton offers Undo."))
    }

    package static var motionCancelled: MethodDeclaration<(UInt32, UInt64), Bool> {
        method(
            "MotionCancelled",
            "It was not a shake, or took too long: the application does nothing.",
            page: "<!-- M1 -->",
            takes: Field("subtype", "1, a shake."),
            Field("timestamp", "When it was cancelled, because it took too long or was interrupted."),
            returns: Field("handled", "False passes the event on."))
    }

    package static var interruptionBegan: MethodDeclaration<(UInt32, String, UInt64), Void> {
        method(
            "InterruptionBegan",
            """
            An interruption has begun: the application pauses what it plays.

            Sent if "interruptions" and "playing" in Register are true. Baton does not pause the application. No \
            answer is awaited. InterruptionEnded with the same number follows, unless the application leaves before.
            """,
            page: "<!-- I15 -->",
            isAnswered: false,
            takes: Field("id", "The number of the interruption, which is never used again."),
            Field(
                "source",
                """
                What it is: "route-lost", "lock", "suspend", "call", "exclusive", "manual" (the user pauses all that \
                plays), or the kind of an application's own, as for org.baton.Baton1.Interruptions.Begin.
                """),
            Field("timestamp", "When it began, in microseconds of CLOCK_MONOTONIC."))
    }

    package static var interruptionEnded: MethodDeclaration<(UInt32, Bool, UInt64), Void> {
        method(
            "InterruptionEnded",
            """
            An interruption has ended: the application may go on if the flag is true, and else stays as it is.

            Sent for each InterruptionBegan, once. No answer is awaited.
            """,
            page: "<!-- I15 -->",
            isAnswered: false,
            takes: Field("id", "As in InterruptionBegan."),
            Field(
                "should_resume",
                """
                Whether the application may go on with what it paused. False after a lost output, while another \
                interruption lasts, and when the user acted on it, for example.
                """),
            Field("timestamp", "When it ended."))
    }
}
