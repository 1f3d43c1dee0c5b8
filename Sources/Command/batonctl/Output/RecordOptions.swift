// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotion
import BatonValues

/// The file that a recording is written to, and for how long.
struct RecordOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("End after this many seconds.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Overwrite an existing file.")
    var force = false

    /// How long to record; nil until Ctrl-C.
    var limit: Duration? { seconds.map { .milliseconds(Int64(clamping: ($0 * 1000).rounded(.up))) } }

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e7) {
            throw ValidationError("--seconds must be above 0, and at most 1e7.")
        }
        // What is written is text; replay would take such a file for a packed one.
        if file.hasSuffix(".gz") {
            throw ValidationError("A recording is plain text: write it, then pack it with gzip.")
        }
    }
}
