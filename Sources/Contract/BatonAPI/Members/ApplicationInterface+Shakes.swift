// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Shakes and their sensor.
extension ApplicationInterface {
    package static var simulateMotion: MethodDeclaration<(UInt32, Bool), (String, String, String, ReasonDetails)> {
        method(
            "SimulateMotion",
            """
            Plays one phase of a shake, which goes along the same chain as a real one.

            An end without a beginning by the same caller, or a beginning while a shake is in progress, is \
            org.freedesktop.DBus.Error.InvalidArgs. A played shake without an end is cancelled after ten seconds, \
            and at once when a real one begins.
            """,
            page: "([shakes](#shakes)) <!-- M1 -->",
            takes: Field("phase", "0 the shake began, 1 it ended, 2 it was cancelled."),
            Field("wait", "Whether to reply only when everything that the event started has settled."),
            returns: Field(
                "outcome",
                """
                "sent" without @wait. With @wait the outcome of the event: "handled" by an app, "unhandled", or the \
                outcome of the offered undo: "undone", "redone", "declined", "refused" by a guard, "failed".
                """),
            Field("responder", "The responder that handled it; empty for none."),
            Field(
                "reason",
                """
                Why it was "refused" or "failed", as a code; empty otherwise.
                """),
            detailsOfReason)
    }

    package static var calibrateShake: MethodDeclaration<(String, Double), Void> {
        method(
            "CalibrateShake",
            """
            Stores the user's personal operating point, which is used at once and outlives a restart of batond.

            A sensitivity in the configuration goes before it. Refused when called too often.
            """,
            page: "<!-- SHAKE16 -->",
            takes: Field(
                "sensitivity",
                """
                "low", "medium" or "high"; empty to forget the calibration.
                """),
            Field(
                "raise",
                """
                How much higher than that of the sensitivity the bar is, in units of the recognizer's score; -5 to \
                5, negative for lower.
                """))
    }

    package static var pauseShake: MethodDeclaration<UInt64, Void> {
        method(
            "PauseShake",
            """
            Recognizes no shakes until a time. The pause also ends when batond does.
            """,
            page: #"<!-- test: ShakeSwitchTests "a pause is told, and ends by itself" -->"#,
            takes: Field(
                "until",
                """
                When shakes are recognized again, in microseconds since 1970 (UTC). A time in the past ends the \
                pause.
                """))
    }

    package static var shakeToUndo: PropertyDeclaration<Bool> {
        property(
            "ShakeToUndo",
            """
            Whether shakes are wanted. The value outlives a restart of batond.
            """,
            page: #"<!-- test: ShakeSwitchTests "the switch is remembered" -->"#,
            writers: .unconfined)
    }

    package static var shakePausedUntil: PropertyDeclaration<UInt64> {
        property(
            "ShakePausedUntil",
            "When a pause ends, in microseconds since 1970 (UTC); 0 if there is none.",
            page: #"<!-- test: ShakeSwitchTests "a pause is told" -->"#)
    }

    package static var sensor: PropertyDeclaration<String> {
        property(
            "Sensor",
            """
            The state of the accelerometer, as a code: "reading", "no-accelerometer", "session-locked".
            """,
            page: "([reasons](#reasons)) <!-- SHAKE14 -->")
    }

    package static var sensorDetails: PropertyDeclaration<ReasonDetails> {
        property(
            "SensorDetails",
            """
            The details of that code, such as "device", "mode", "rate", "rest-rate" and "sign" of "reading".
            """,
            page: "<!-- SHAKE14 -->")
    }

    package static var shakePoint: PropertyDeclaration<String> {
        property(
            "ShakePoint",
            """
            How gentle a motion counts as a shake, and why, as a code: "sensitivity-configured", \
            "sensitivity-calibrated", "sensitivity-by-form-factor", "sensitivity-learned".
            """,
            page: "([reasons](#reasons)) <!-- SHAKE15, SHAKE16 -->")
    }

    package static var shakePointDetails: PropertyDeclaration<ReasonDetails> {
        property(
            "ShakePointDetails",
            """
            The details of that code, such as "sensitivity", "raise" and "form-factor".
            """,
            page: "<!-- SHAKE15, SHAKE16 -->")
    }
}
