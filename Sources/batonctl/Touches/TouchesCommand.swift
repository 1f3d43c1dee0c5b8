// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion
import BatonTouchscreen

struct TouchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touches",
        abstract: "Show the touches of a screen or of a recording, and the gestures recognized in them.",
        discussion: """
            Needs no agent. A screen is read directly and without a grab, which only root and the group 'input' may do.
            """,
        subcommands: [TouchesShowCommand.self, TouchesRecordCommand.self, TouchesReplayCommand.self],
        defaultSubcommand: TouchesShowCommand.self)
}

struct TouchesShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show touches as they come; a recording at its own speed.",
        discussion: "In a terminal the touches are drawn until Ctrl-C. Elsewhere a line is printed for each gesture.")

    @Argument(
        help: ArgumentHelp(
            "An event node such as /dev/input/event5, or a recording; the first touchscreen by default.",
            valueName: "source"),
        completion: .file())
    var source: String?

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each gesture.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try onMain(messages.reporter) { () throws(CommandError) in
            try TouchesViewer(try TouchesSource(source)).show(json: json)
        }
    }
}

struct TouchesRecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write what a touchscreen reports to a file, until Ctrl-C.",
        discussion: """
            The file is in the format of evemu. It has every place that is touched, so also what is typed on an on-screen \
            keyboard: it stays on this machine, and only you may read it.
            """)

    @Argument(help: ArgumentHelp("An event node such as /dev/input/event5.", valueName: "node"), completion: .file())
    var node: String

    @Argument(help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("End after this many seconds.", valueName: "number"))
    var seconds: Double?

    @Flag(name: .customLong("force"), help: "Overwrite an existing file.")
    var force = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 1e7) {
            throw ValidationError("--seconds must be above 0, and at most 1e7.")
        }
    }

    func run() throws {
        try onMain(messages.reporter) { () throws(CommandError) in
            let limit = seconds.map { Duration.milliseconds(Int64(clamping: ($0 * 1000).rounded(.up))) }
            try TouchesViewer.record(node, into: file, force: force, for: limit)
        }
    }
}

struct TouchesReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run the recognizers over a recording: what they find, and when.")

    @Argument(
        help: ArgumentHelp("A recording of 'batonctl touches record' or of evemu.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each gesture.")
    var json = false

    @Option(
        help: ArgumentHelp("Draw a picture to this file instead; '-' is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Flag(name: .customLong("force"), help: "Overwrite an existing picture.")
    var force = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if svg != nil, json { throw ValidationError("--svg draws instead of printing; it excludes --json.") }
    }

    func run() throws {
        try onMain(messages.reporter) { () throws(CommandError) in
            let recording = try RecordingFile.touches(file)
            let trace = TouchTrace(panel: try RecordingFile.panel(of: recording, file))
            trace.play(recording)
            if let svg { return try OutputFile.write(TouchesPicture.svg(trace), to: svg, force: force) }
            for entry in trace.entries { Console.print(json ? entry.json.text : entry.line) }
            if trace.entries.isEmpty, !json { Console.print("no gesture") }
        }
    }
}

/// Runs a command that works on the main thread, which commands do.
private func onMain(_ reporter: Reporter, _ body: @MainActor () throws(CommandError) -> Void) throws {
    try reporter.reporting { () throws(CommandError) in
        let failure = MainActor.assumeIsolated { () -> CommandError? in
            do throws(CommandError) { try body() } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }
}
