// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The chain of responders, and what the user has chosen.
extension ApplicationInterface {
    package static var pin: MethodDeclaration<String, Void> {
        method(
            "Pin",
            """
            Sends every event to this responder first, whatever the others do, until Unpin. The pin outlives a restart of batond.
            """,
            page: "<!-- MPRIS14, MPRIS35 -->",
            takes: Field(
                "player",
                """
                A player's bus name, with or without "org.mpris.MediaPlayer2." and ".instanceN". It need not be on \
                the bus yet.
                """))
    }

    package static var unpin: MethodDeclaration<Void, Void> {
        method(
            "Unpin",
            """
            Removes the pin.

            Without a pin it has no effect.
            """,
            page: "<!-- MPRIS35 -->")
    }

    package static var ignore: MethodDeclaration<String, Void> {
        method(
            "Ignore",
            """
            Removes the player from the chain until Unignore. The list outlives a restart of batond.
            """,
            page: "<!-- MPRIS35 -->",
            takes: Field("player", "As for Pin."))
    }

    package static var unignore: MethodDeclaration<String, Void> {
        method(
            "Unignore",
            "Takes the player off the list of those that get no events.",
            page: "<!-- MPRIS35 -->",
            takes: Field("player", "As for Pin."))
    }

    package static var refresh: MethodDeclaration<String, Void> {
        method(
            "Refresh",
            """
            Reads a player's properties again, after a caller has sent something to the player directly.

            Players need not signal the effect of what a caller sent to them directly, or set there, such as the \
            volume: batond reads the player's properties again. batonctl calls it after it \
            has called a player itself.
            """,
            page: "<!-- MPRIS90 -->",
            takes: Field("player", "The bus name of a player."))
    }

    package static var firstResponder: PropertyDeclaration<String> {
        property(
            "FirstResponder",
            "The responder that gets the next event; empty when there is none.",
            page: #"<!-- test: ControlTests "FirstResponder, Responders and Reasons" -->"#)
    }

    package static var responders: PropertyDeclaration<[ListedResponder]> {
        property(
            "Responders",
            """
            The chain, first responder first: identifier, name for people, playback status, suspect (did not answer \
            its last call).
            """,
            page: #"<!-- test: ControlTests "FirstResponder, Responders and Reasons" -->"#)
    }

    package static var reasons: PropertyDeclaration<PlaceReasons> {
        property(
            "Reasons",
            """
            From a responder's identifier to the reason for its place: "pinned", "shifted", "playing", "recent", \
            "remote" or "suspect".
            """,
            page: #"<!-- test: ControlTests "FirstResponder, Responders and Reasons" -->"#)
    }

    package static var trackJumps: PropertyDeclaration<PlaceReasons> {
        property(
            "TrackJumps",
            """
            From the identifier of a player whose Next or Previous jumps in the track to how far, as in the configuration: \
            "next +30s, previous -10s, from 20min".
            """,
            page: "<!-- MPRIS100 -->")
    }

    package static var pinned: PropertyDeclaration<String> {
        property(
            "Pinned",
            "The pinned player's short name; empty if there is no pin.",
            page: "<!-- MPRIS35 -->")
    }

    package static var ignored: PropertyDeclaration<[String]> {
        property(
            "Ignored",
            """
            The short names that Ignore was given.

            The configuration has a list of its own.
            """,
            page: "<!-- MPRIS35 -->")
    }

    package static var policy: PropertyDeclaration<String> {
        property(
            "Policy",
            """
            "playing" or "recent". What is set holds until batond ends or reads its configuration again; another word is InvalidArgs.
            """,
            page: #"<!-- test: ServiceLifeTests "a reload tells of another policy", test: ChainSettingTests -->"#,
            writers: .unconfined)
    }
}
