// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTouchReport

struct TouchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touches",
        abstract: "Watch a touchscreen, or replay a recording: the touches, and the gestures in them.",
        discussion: """
            Needs no agent. A screen is read directly and without a grab, which only root and the group 'input' may do.
            """,
        subcommands: [TouchesShowCommand.self, TouchesRecordCommand.self, TouchesReplayCommand.self],
        defaultSubcommand: TouchesShowCommand.self)
}

struct TouchesShowCommand: MainThreadCommand {
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

    func runOnMain() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            try TouchesViewer(try TouchesSource(source)).show(json: json)
        }
    }
}

struct TouchesRecordCommand: MainThreadCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write what a touchscreen reports to a file, until Ctrl-C.",
        discussion: """
            The file is in the format of evemu. It has every place that is touched, so also what is typed on an on-screen \
            keyboard: it stays on this machine, and only you may read it.
            """)

    @Argument(help: ArgumentHelp("An event node such as /dev/input/event5.", valueName: "node"), completion: .file())
    var node: String

    @OptionGroup var output: RecordOptions
    @OptionGroup var messages: MessageOptions

    func runOnMain() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            try TouchesViewer.record(node, into: output.file, force: output.force, for: output.limit)
        }
    }
}

struct TouchesReplayCommand: MainThreadCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "List the gestures in a recording, and when they happened.")

    @Argument(
        help: ArgumentHelp("A recording of 'batonctl touches record' or of evemu.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each gesture.")
    var json = false

    @OptionGroup var picture: ReplayOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try picture.check(json: json)
    }

    func runOnMain() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            let recording = try RecordingFile.touches(file)
            let trace = TouchTrace(panel: try RecordingFile.panel(of: recording, file))
            trace.play(recording)
            if let svg = picture.svg {
                return try OutputFile.write(TouchesPicture.svg(trace), to: svg, force: picture.force)
            }
            for entry in trace.entries { Console.print(json ? entry.json.text : entry.line) }
            if trace.entries.isEmpty, !json { Console.print("no gesture") }
        }
    }
}
