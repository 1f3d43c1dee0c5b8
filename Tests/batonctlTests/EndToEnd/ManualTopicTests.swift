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
