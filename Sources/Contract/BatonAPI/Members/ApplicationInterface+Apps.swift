// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Applications that handle events.
extension ApplicationInterface {
    package static var register: MethodDeclaration<(ObjectPath, Vardict), Void> {
        method(
            "Register",
            """
            Makes the caller's object a responder.

            It stays one until Unregister or until the caller leaves the bus. Registering the same object again \
            replaces its options: an application does this when it starts or stops playing. An object that does not \
            answer three calls in a row is passed over until it answers or registers again. An option of a wrong \
            type is InvalidArgs. An unknown option is ignored, so that newer clients work with older versions of Baton.
            """,
            page: "([options](#orgbatonbaton1responder)) <!-- test: AppTests -->",
            takes: Field("object", "The caller's object that exports org.baton.Baton1.Responder."),
            Field(
                "options",
                """
                "event-types" au: the types of event the object wants, 1 for motion and 2 for remote control; remote \
                control only when left out. "background-motion" b: it wants shakes even when it is not known which \
                app is in front; the user's configuration has to allow its identity. "playing" b: the application is \
                playing now, and stands among the playing responders; false when left out. "interruptions" b: it is \
                told when interruptions begin and end; false when left out. "seeking" b: it is told of the seeking of the \
                player that its connection has on the bus; false when left out. "can-become-first-responder" b: true \
                when left out. "required-capabilities" as or a{sb}: what the machine must have, of the words of \
                org.baton.Baton1.Motion.Capabilities; without one of them the object is not registered, and Failed names \
                the missing ones. "identity" s: the name for people, the bus name when left out.
                """))
    }

    package static var unregister: MethodDeclaration<ObjectPath, Void> {
        method(
            "Unregister", for: .registered,
            "Ends that the caller's object is a responder.",
            page: #"<!-- test: AppTests "Unregister takes the app out" -->"#,
            takes: Field("object", "An object that this caller registered."))
    }

    package static var becomeFirstResponder: MethodDeclaration<ObjectPath, Bool> {
        method(
            "BecomeFirstResponder", for: .registered,
            """
            Moves the object to the front of its own class (playing, or not playing).

            Only a pin stands above a playing responder. An object that is registered for no media commands, and whose \
            connection is a player, moves that player.
            """,
            page: #"<!-- test: AppTests "BecomeFirstResponder and ResignFirstResponder" -->"#,
            takes: Field("object", "An object that this caller registered."),
            returns: Field("accepted", "Whether it is the first responder now."))
    }

    package static var resignFirstResponder: MethodDeclaration<ObjectPath, Bool> {
        method(
            "ResignFirstResponder", for: .registered,
            "Moves the object behind all others of its class.",
            page: #"<!-- test: AppTests "BecomeFirstResponder and ResignFirstResponder" -->"#,
            takes: Field("object", "An object that this caller registered."),
            returns: Field(
                "accepted",
                "Whether it is not the first responder any more; false when there is no other responder."))
    }
}
