// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

@Suite struct ManualTopicTests {
    @Test("help TOPIC opens the page of the topic", arguments: ManualTopic.allCases)
    func opens(_ topic: ManualTopic) throws {
        let stage = try Stage()
        let program = stage.directory.appending(path: "man").path
        try "#!/bin/sh\n[ $1 = -w ] || echo \"page $*\"\n".write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help", topic.rawValue],
            environment: ["PATH": "\(stage.directory.path):/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 0)
        #expect(child.output == "page \(topic.page.section) \(topic.page.name)\n")
    }

    @Test(
        "without the page, or without man(1), the built-in help is shown, and that is success",
        arguments: ["exit 16", "kill -9 $$", nil], ManualTopic.allCases)
    func fallsBack(_ end: String?, _ topic: ManualTopic) throws {
        let stage = try Stage()
        if let end {
            let program = stage.directory.appending(path: "man").path
            try "#!/bin/sh\n\(end)\n".write(toFile: program, atomically: false, encoding: .utf8)
            chmod(program, 0o755)
        }
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help", topic.rawValue], environment: ["PATH": stage.directory.path])
        #expect(try child.waited(on: stage) == 0)
        #expect(child.errors.hasPrefix("The manual page \(topic.page.name)(\(topic.page.section)) is not here."))
        let isOther = topic == .configuration || topic == .service
        #expect(child.output.contains("EVERYDAY SUBCOMMANDS:") != isOther)
    }

    @Test(
        "a word that is not known is refused with what may have been meant",
        arguments: [
            (["help", "shak"], "shake"), (["nxt"], "next"), (["help", "configuratoin"], "configuration"),
            (["-p", "mpv", "plya"], "play"), (["players", "--jsno"], "--json"), (["send", "tgogle"], "toggle"),
            (["interrupt", "cal", "--", "true"], "call"), (["mute", "offf"], "off"),
            (["prev"], "previous"), (["vol", "5"], "volume"), (["skip"], "next"), (["toggle"], "play-pause"),
            (["--plyer", "mpv", "status"], "--player"), (["--plyer=mpv", "status"], "--player"),
            (["setup", "--gestures=medai", "--print"], "media"),
        ])
    func nearMiss(_ words: [String], _ meant: String) throws {
        let stage = try Stage()
        let result = try stage.run(words)
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("Did you mean '\(meant)'?"), "\(result.errors)")
    }

    @Test(
        "options without a command are answered with an example",
        arguments: [
            ("-p mpv", "batonctl -p mpv pause"), ("-a", "batonctl -a pause"), ("-i mpv", "batonctl -i mpv pause"),
            ("--player mpv", "batonctl --player mpv pause"), ("--player=mpv", "batonctl --player=mpv pause"),
            ("-f x", "batonctl -f x metadata"), ("-F", "batonctl -F metadata"), ("-p", "batonctl -p mpv pause"),
            ("-f {{title}}", "batonctl -f '{{title}}' metadata"), ("-p a;b", "batonctl -p mpv pause"),
        ])
    func noCommand(_ typed: String, _ example: String) throws {
        let result = try Stage().run(typed.split(separator: " ").map(String.init))
        #expect(result == (64, "", "Which command? For example: '\(example)'.\n"))
    }

    @Test("--gestures says what it takes")
    func gestures() throws {
        #expect(
            try Stage().run("setup", "--gestures=all") == (
                64, "", "'--gestures' takes 'media' or nothing, not 'all'.\n"
            ))
    }

    @Test("help for two commands names the one that is too many, which is one")
    func twoCommands() throws {
        let result = try Stage().run("help", "play", "next")
        #expect(result == (64, "", "'help' explains one command: batonctl help next\n"))
    }

    @Test(
        "interrupt ends as a shell does when there is no such program, or when it cannot be run",
        arguments: [("/nonexistent", 127), ("/etc/passwd", 126)])
    func noProgram(_ path: String, _ status: Int32) throws {
        let result = try Stage().run("interrupt", "--", path)
        #expect(result.status == status && result.errors.contains("Could not run '\(path)'"), "\(result)")
    }

    @Test("a bare batonctl shows eight everyday commands, all of which exist, and where the others are")
    func bare() throws {
        let stage = try Stage()
        let result = try stage.run()
        #expect(result.status == 0 && result.errors.isEmpty)
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("  batonctl ") }
        #expect(lines.count == 8)
        for line in result.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for line in lines { #expect(RootCommand.names.contains(String(line.split(separator: " ")[1])), "\(line)") }
        for word in ["batonctl setup", "batonctl doctor", "batonctl --help"] { #expect(result.output.contains(word)) }
    }

    @Test(
        "help for what is neither a command nor a topic is an error of the command line",
        arguments: [
            (["nope"], 64), (["undo"], 0), (["--help"], 0), (["shake", "--help"], 0), (["undo", "nope"], 64),
            (["configuration", "nope"], 64), (["shake", "nope"], 64), (["undo", "--help"], 0),
        ])
    func unknown(_ words: [String], _ status: Int) throws {
        let stage = try Stage()
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help"] + words, environment: ["PATH": "/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == Int32(status))
        if status != 0 { #expect(child.errors.contains("'nope'")) }
    }

    @Test("no topic has the name of a command")
    func names() throws {
        let commands = RootCommand.configuration.groupedSubcommands.flatMap(\.subcommands).map {
            $0.configuration.commandName ?? ""
        }
        #expect(Set(commands).isDisjoint(with: ManualTopic.allCases.map(\.rawValue)))
        #expect(ManualTopic(["batonctl", "help", "undo"]) == nil)
    }
}
