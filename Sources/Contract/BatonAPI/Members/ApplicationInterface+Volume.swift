// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Volumes and mutes.
extension ApplicationInterface {
    private static var volumePlayer: Field<String> {
        Field("player", "The bus name of a player of the chain; empty for the first one.")
    }

    private static var muteWord: Field<String> {
        Field(
            "wish",
            """
            "on", "off" or "toggle".
            """)
    }

    private static var isMuted: Field<Bool> { Field("muted", "Whether it is muted now.") }

    package static var changeVolume: MethodDeclaration<(String, Bool, Double), (String, Double)> {
        method(
            "ChangeVolume",
            """
            Changes the volume of a player: its own where that acts, else that of its streams at the sound server.

            The answer comes when it is known whether the player has done it, after some seconds at the latest. Errors: \
            InvalidArgs for a level that is no number; NotSupported if the player has neither a volume nor a stream, \
            or if the sound server does not answer or refuses.
            """,
            page: "<!-- VOL1, VOL2, VOL5 -->",
            takes: volumePlayer, Field("relative", "Whether the level is a step."),
            Field("level", "1.0 is full volume; the result is kept within 0 and 1.5."),
            returns: Field(
                "way",
                """
                "player" for its own volume, "stream" for that of its streams.
                """),
            Field("level", "The volume that was set, of the loudest stream."))
    }

    package static var changeMute: MethodDeclaration<(String, String), Bool> {
        method(
            "ChangeMute",
            """
            Mutes the streams of a player at the sound server, or lets them sound.

            Errors: InvalidArgs for another word; NotSupported if the player has no stream, or if the sound server \
            does not answer or refuses.
            """,
            page: "<!-- VOL4, VOL5 -->",
            takes: volumePlayer, muteWord, returns: isMuted)
    }

    package static var changeMicrophone: MethodDeclaration<String, Bool> {
        method(
            "ChangeMicrophone",
            """
            Mutes the microphone that the sound server uses first, or lets it record.

            Errors: InvalidArgs for another word; NotSupported if there is no microphone, or if the sound server does \
            not answer or refuses.
            """,
            page: "<!-- VOL10 -->",
            takes: muteWord, returns: isMuted)
    }
}
