// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The options of the commands that print a player's state.
struct QueryOptions: ParsableArguments {
    @Option(
        name: [.customShort("f", allowingJoined: true), .customLong("format")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print this template, such as '{{ artist }}: {{ title }}'.",
            discussion: """
                Variables are the keys of the metadata, artist, album, title, and playerName, playerInstance, status, \
                position, volume, loop, shuffle. Functions are lc, uc, duration, markup_escape, default, emoji, trunc. \
                Numbers take + - * / and parentheses.
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
        var query = PlayerQuery(subject: subject)
        query.isJSON = json
        guard let format else { return query }
        if json { throw CommandError("--format and --json exclude each other.", status: .usage) }
        do { query.format = try Template(format) } catch { throw .execution(error) }
        return query
    }
}
