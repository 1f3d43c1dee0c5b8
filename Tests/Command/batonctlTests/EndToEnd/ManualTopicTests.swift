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
        try "#!/bin/sh\necho \"page $*\"\n".write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help", topic.rawValue],
            environment: ["PATH": "\(stage.directory.path):/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 0)
        #expect(child.output == "page \(topic.page.section) \(topic.page.name)\n")
    }

    @Test("a man(1) that fails is a failure, not a status of its own", arguments: ["exit 16", "kill -9 $$"])
    func fails(_ end: String) throws {
        let stage = try Stage()
        let program = stage.directory.appending(path: "man").path
        try "#!/bin/sh\n\(end)\n".write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help", "shakes"],
            environment: ["PATH": "\(stage.directory.path):/usr/bin:/bin"])
        #expect(try child.waited(on: stage) == 1)
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

    @Test("without man(1) the page is named")
    func noProgram() throws {
        let stage = try Stage()
        let child = try ChildProcess(
            [Stage.program("batonctl"), "help", "configuration"], environment: ["PATH": stage.directory.path])
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors == "The program 'man' is not installed, which shows baton.conf(5).\n")
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
