// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Undo.
extension ApplicationInterface {
    /// What follows the reason in an answer.
    static var detailsOfReason: Field<ReasonDetails> { Field("details", "The details of that code.") }

    package static var undo: MethodDeclaration<Void, (String, String, ReasonDetails)> {
        method(
            "Undo",
            """
            Undoes in the app in front, with the same guards as a shake.

            While a shake's question is on the screen it answers that question, for the app that was in front at the \
            shake. Refused when called too often.
            """,
            page: "<!-- UNDO23 -->",
            returns: Field(
                "outcome",
                """
                "undone", "refused" by a guard, or "failed".
                """),
            Field("reason", "Why, as a code; empty otherwise."), detailsOfReason)
    }

    package static var redo: MethodDeclaration<Void, (String, String, ReasonDetails)> {
        method(
            "Redo",
            """
            Redoes in the app in front, as Undo undoes.

            As Undo.
            """,
            page: "<!-- UNDO23 -->",
            returns: Field(
                "outcome",
                """
                "redone", "refused" by a guard, or "failed".
                """),
            Field("reason", "Why, as a code; empty otherwise."), detailsOfReason)
    }

    package static var requestConsent: MethodDeclaration<String, (String, String, ReasonDetails)> {
        method(
            "RequestConsent",
            """
            Has the desktop ask the user once whether a route may be used; for set-up, never for a shake.

            Replies when the user has decided, after three minutes at most. Refused when called too often.
            """,
            page: "<!-- UNDO31, UNDO34 -->",
            takes: Field(
                "route",
                """
                A route for which Doctor() says needs-consent, such as "portal".
                """),
            returns: Field(
                "outcome",
                """
                "granted", "denied" by the user, or "failed".
                """),
            Field("reason", "Why it failed, as a code; empty otherwise."), detailsOfReason)
    }

    package static var undoOffered: PropertyDeclaration<Bool> {
        property(
            "UndoOffered",
            "Whether a question whether to undo is on the screen; then Undo and Redo answer it.",
            page: #"<!-- test: UndoOfferedTests "the question is told while it is there" -->"#)
    }
}
