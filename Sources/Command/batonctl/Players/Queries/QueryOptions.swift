// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTemplate

/// The options of the commands that print a player's state.
struct QueryOptions: ParsableArguments {
    @Option(
        name: [.customShort("f", allowingJoined: true), .customLong("format")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print this template, such as '{{ artist }}: {{ title }}'.",
            discussion: """
                Variables are the keys of the metadata, artist, album, title, and playerName, playerInstance, status, \
                position, volume, loop, shuffle, rate. Functions are lc, uc, duration, markup_escape, default, emoji, trunc, \
                if(condition, then, else) and is(value, "text"). Numbers take + - * / and parentheses.
                """,
            valueName: "template"))
    var format: String?

    @Flag(
        name: [.customShort("F"), .customLong("follow")], help: "Keep running and print again when the answer changes.")
    var follow = false

    @Flag(name: .customLong("json"), help: "Print a JSON object on a line.")
    var json = false

    /// The query with these options.
    ///
    /// - Throws: ``CommandError`` for an invalid template.
    func query(_ subject: PlayerQuery.Subject) throws(CommandError) -> PlayerQuery {
        var query = try PlayerQuery(subject, format: format, isJSON: json)
        query.isRecord = follow
        return query
    }
}
