// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Buttons and where they come from, and what works.
extension ApplicationInterface {
    package static var doctor: MethodDeclaration<Void, [DoctorFinding]> {
        method(
            "Doctor",
            """
            Examines everything that an undo, a shake or a command needs, and replies within three seconds.

            It changes nothing and asks the user nothing. Because it tells which app is in front, it is refused to \
            sandboxed callers, and when called too often.
            """,
            page: #"([doctor](#doctor)) <!-- test: DoctorTests "every section answers on a bus" -->"#,
            returns: Field(
                "rows",
                """
                What was examined: section, name, state, why or how, a code of docs/dbus-api.md, and the code's \
                details. Sections: "service", "session", "sensor", "focus", "route", "notifications", "input". \
                States: "works"; "needs-consent", the user has to agree once; "off", turned off or not part of this \
                session; "unavailable". Names do not change. A section and name may occur several times, later \
                versions add new ones, and routes are in the order in which they are tried.
                """))
    }

    package static var inputs: MethodDeclaration<Void, [InputReport]> {
        method(
            "Inputs",
            "Lists every input, which is where presses come from.",
            page: "<!-- test: InputRegistryTests -->",
            returns: Field(
                "inputs",
                """
                Each input: its kind ("mpris", "baton", "evdev", "bluetooth", "media-keys", "kde", \
                "portal"), its name, its state ("listening", "waiting", "off"), why it is not listening, a code of \
                docs/dbus-api.md, and the code's details, both empty while it is; the name of the last command and \
                when that was pressed, in µs since boot by CLOCK_MONOTONIC; empty and 0 before the first.
                """))
    }

    package static var learn: MethodDeclaration<UInt32, LearnedButton> {
        method(
            "Learn",
            """
            Describes the next button that the user presses.

            Replies when a button is pressed on any device that Baton may read; keyboards are not read. The button \
            keeps its effect. The error is org.freedesktop.DBus.Error.Timeout when no button is pressed. One caller \
            at a time.
            """,
            page: "([buttons](#buttons)) <!-- test: LearnTests -->",
            takes: Field("seconds", "How long to wait, 1 to 300."),
            returns: Field(
                "button",
                """
                The next button that the user presses: "input" the kind, "device" its name, "node", "key" the \
                kernel's name, "action" what it does, "role" what the device is, "reading" how the button reaches \
                Baton, "reason" why it does not, a code of docs/dbus-api.md, "details" (a{sv}) of that code, \
                "configuration" (as) the lines that concern it. The others are strings. All may be empty, and there \
                may be more.
                """))
    }

    package static var tryHeadset: MethodDeclaration<(String, Bool, UInt32), HeadsetPress> {
        method(
            "TryHeadset",
            """
            Shows a Bluetooth headset a constant status, and waits for its next press.

            Tries a headset: until the trial ends, it is shown the same status whatever players do, and its presses \
            are answers of this call and nothing else. The trial begins with the first call, and goes on with each \
            call of the same caller for the same device that comes within 10 s of an answer. It ends after 300 s, \
            when the caller leaves the bus, or when it cannot go on; the name of the error has the reason, a code of \
            docs/dbus-api.md. One caller at a time.
            """,
            page: "([buttons](#buttons)) <!-- I55 -->",
            takes: Field(
                "device",
                """
                The alias, name or address of a Bluetooth headset that is connected; "*" and "?" stand for other \
                text.
                """),
            Field(
                "playing",
                """
                Whether the headset is shown "playing" from now on, else "paused".
                """),
            Field("seconds", "How long to wait for a press, 0 to 60."),
            returns: Field(
                "press",
                """
                "device" (s) the headset's alias, "section" (s) the name of its section in baton.conf, "command" (s) \
                what it sent, as "play"; empty when nothing came in time; "time" (t) when it came, in µs since boot \
                by CLOCK_MONOTONIC. There may be more.
                """))
    }
}
