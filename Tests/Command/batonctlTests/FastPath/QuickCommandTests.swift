// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonEvents
import BatonTestSupport
import Testing

@testable import BatonTemplate
@testable import batonctl

/// What the fast path reads is what the parser reads.
@Suite("Commands that are read without the parser")
struct QuickCommandTests {
    /// What a command line means: the same for the fast path and for the parser.
    private struct Meaning: Equatable {
        var task: String
        var selection = PlayerSelection()
        var isQuiet = false
        var isVerbose = false
        var format: String?
        var isJSON = false
    }

    private func quick(_ arguments: [String]) -> Meaning? {
        guard let command = QuickCommand(arguments) else { return nil }
        return Meaning(
            task: "\(command.task)", selection: command.selection, isQuiet: command.reporter.isQuiet,
            isVerbose: command.reporter.isVerbose, format: command.format, isJSON: command.isJSON)
    }

    /// The parser's; nil if it is an error, or another command.
    private func parsed(_ arguments: [String]) -> Meaning? {
        guard let command = try? RootCommand.parseAsRoot(ArgumentOrder.commandFirst(arguments)) else { return nil }
        func meaning(_ task: QuickCommand.Task, _ options: PlayerOptions, _ output: QueryOptions? = nil) -> Meaning? {
            // What follows runs until it is ended.
            if output?.follow == true { return nil }
            return Meaning(
                task: "\(task)", selection: options.selection, isQuiet: options.messages.quiet,
                isVerbose: options.messages.verbose, format: output?.format, isJSON: output?.json ?? false)
        }
        switch command {
        case let c as StatusCommand: return meaning(.query(.status), c.options, c.output)
        case let c as MetadataCommand: return meaning(.query(.metadata(keys: c.keys)), c.options, c.output)
        case let c as PositionCommand where c.offset == nil: return meaning(.query(.position), c.options, c.output)
        case let c as VolumeCommand where c.level == nil: return meaning(.query(.volume), c.options, c.output)
        case let c as LoopCommand where c.status == nil: return meaning(.query(.loop), c.options, c.output)
        case let c as ShuffleCommand where c.status == nil: return meaning(.query(.shuffle), c.options, c.output)
        case let c as ListCommand: return meaning(.list, c.options)
        case let c as PlayersCommand:
            return Meaning(
                task: "\(QuickCommand.Task.chain)", isQuiet: c.messages.quiet, isVerbose: c.messages.verbose,
                isJSON: c.json)
        case let c as PlayCommand: return meaning(.transport(.play), c.options)
        case let c as PauseCommand where !c.together: return meaning(.transport(.pause), c.options)
        case let c as PlayPauseCommand where !c.together: return meaning(.transport(.togglePlayPause), c.options)
        case let c as StopCommand: return meaning(.transport(.stop), c.options)
        case let c as NextCommand: return meaning(.transport(.nextTrack), c.options)
        case let c as PreviousCommand: return meaning(.transport(.previousTrack), c.options)
        default: return nil
        }
    }

    @Test(
        "what bars and scripts call is read without the parser",
        arguments: [
            "status", "status -f {{status}}", "-p vlc status", "-p vlc,%any -s status", "metadata", "metadata title",
            "metadata -f x", "metadata --format x", "metadata --format=x", "-f x metadata", "-fx metadata",
            "metadata artist title --json", "position", "volume", "players", "players --json", "-l", "list -p vlc",
            "play-pause", "-a pause", "next -p a -p b -i c", "--player=vlc play", "-sp vlc next", "-aspvlc next",
            "loop", "shuffle", "-s players", "status --verbose", "-- status", "-p vlc -- status",
            "--player= status", "metadata --format= nokey", "status --ignore-player= -p vlc",
        ])
    func common(_ typed: String) throws {
        let arguments = typed.split(separator: " ").map(String.init)
        let meaning = try #require(quick(arguments), "the parser is asked for '\(typed)'")
        #expect(meaning == parsed(arguments))
    }

    @Test(
        "what changes something, follows or is wrong is the parser's",
        arguments: [
            "", "--help", "status --help", "status -F", "volume 0.4", "position 10", "loop None", "status x", "-p",
            "status -p", "status -p -s", "status -f", "status --nope", "status -x", "pause --all", "send play",
            "status --", "status -f a -f b", "status -s -s", "play --json", "list -f x", "players -p vlc",
            "status --play vlc", "status -p=vlc", "status --json=yes", "metadata --form x", "statu", "metadata -f -x",
        ])
    func others(_ typed: String) {
        #expect(quick(typed.split(separator: " ").map(String.init)) == nil)
    }

    @Test("an empty value is a value, however it is written", arguments: ["--player", "--ignore-player", "--format"])
    func empty(_ option: String) throws {
        let apart = try #require(quick(["metadata", option, "", "title"]))
        #expect(quick(["metadata", "\(option)=", "title"]) == apart)
        #expect(parsed(["metadata", "\(option)=", "title"]) == apart)
        let arguments = ArgumentOrder.commandFirst(["volume", "--player=", "0.3"])
        let command = try #require(RootCommand.parseAsRoot(arguments) as? VolumeCommand)
        #expect(command.options.selection.isAutomatic && command.level != nil)
    }

    @Test("whatever is typed: what is read without the parser, the parser reads the same")
    func random() {
        let words = [
            "status", "metadata", "position", "volume", "players", "list", "-l", "play", "pause", "play-pause", "next",
            "loop", "shuffle", "-p", "--player", "vlc", "--player=vlc", "-pvlc", "-p=vlc", "-i", "-ivlc", "-a", "-s",
            "-as", "-aspvlc", "--all-players", "-f", "-f{{x}}", "-f=x", "--format", "--format=", "--format={{x}}",
            "{{x}}",
            "-F", "--json", "--verbose", "--no-messages", "title", "", "-", "--", "0.4", "-1", "--ignore-player=", "ä",
            "stop", "previous", "-aF", "-sl", "-V", "-h", "--help", "--all", "-p%any", "%any", "--player=", "vlc,mpv",
            "--gestures=media", "-é", "-\u{1b}[31m", "\u{202e}", "--json=", "{{", "--format={{", "-sf", "check", "=",
            "-=",
        ]
        var random = SeededRandom(seed: 7)
        var read = 0
        for _ in 0..<12_000 {
            let count = Int.random(in: 1...5, using: &random)
            let arguments = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
            guard let meaning = quick(arguments) else { continue }
            read += 1
            let isSame = meaning == parsed(arguments)
            #expect(isSame, "\(arguments)")
            if !isSame { return }
        }
        #expect(read > 300, "the words do not fit")
    }
}
