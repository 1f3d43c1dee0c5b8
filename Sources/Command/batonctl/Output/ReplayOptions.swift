// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What a replay prints, or the file that its picture is drawn to.
struct ReplayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Draw a picture to this file instead; '-' is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Flag(name: .customLong("force"), help: "Overwrite an existing picture.")
    var force = false

    /// Refuses a picture and JSON at once.
    func check(json: Bool) throws {
        if svg != nil, json { throw ValidationError("--svg draws instead of printing; it excludes --json.") }
    }
}
