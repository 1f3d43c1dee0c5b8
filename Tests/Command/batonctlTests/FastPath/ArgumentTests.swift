// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonEvents
import Testing

@testable import batonctl

@Suite struct ArgumentTests {
    @Test(
        "options before the command are moved behind it",
        arguments: [
            ("status", "status"), ("-p vlc status", "status -p vlc"), ("-pvlc status", "status -p vlc"),
            ("--player=vlc status", "status --player=vlc"),
            ("-aF -p a -i b metadata artist -f x", "metadata -a -F -p a -i b artist -f x"),
            ("-f {{a}} metadata", "metadata -f {{a}}"), ("-l", "list"), ("-aFp vlc status", "status -a -F -p vlc"),
            ("status -apvlc -F", "status -a -p vlc -F"), ("-f -aF status", "status -f -aF"), ("check -aF", "check -aF"),
            ("-sl", "list -s"), ("-- status", "status"), ("-p vlc -- metadata a", "metadata -p vlc -- a"),
            ("-- -p", "-- -p"), ("-p vlc -l", "list -p vlc"),
            ("-l -p vlc", "list -p vlc"),
            ("--list-all", "list"), ("-v", "--version"), ("-V", "--version"), ("--version", "--version"),
            ("--help", "--help"), ("-p vlc", "-p vlc"), ("", ""),
            ("status -p vlc", "status -p vlc"), ("position 5-", "position 5-"),
            ("shake pause -1h", "shake pause -- -1h"), ("sleep -5m", "sleep -- -5m"),
            ("volume -5% -p vlc", "volume -p vlc -- -5%"), ("-p vlc volume -0.1", "volume -p vlc -- -0.1"),
            ("shake status -q", "shake status -q"),
        ])
    func reorders(_ typed: String, _ expected: String) {
        let arguments = typed.split(separator: " ").map(String.init)
        #expect(ArgumentOrder.commandFirst(arguments) == expected.split(separator: " ").map(String.init))
    }

    @Test(
        "an option's value is apart from it, so that no option is found in the value",
        arguments: [
            ("-pchromium undo", ["undo", "-p", "chromium"]), ("hooks -ialpha", ["hooks", "-i", "alpha"]),
            ("status -p-h", ["status", "--player=-h"]), ("-Ff{{h}} status", ["status", "-F", "-f", "{{h}}"]),
            ("status --player=", ["status", "--player", ""]),
            ("--format= metadata a", ["metadata", "--format", "", "a"]),
            ("motion --svg= a", ["motion", "--svg", "", "a"]), ("-p --player= status", ["status", "-p", "--player="]),
            ("interrupt -- a --player= b", ["interrupt", "--", "a", "--player=", "b"]),
        ])
    func partsValues(_ typed: String, _ expected: [String]) {
        #expect(ArgumentOrder.commandFirst(typed.split(separator: " ").map(String.init)) == expected)
    }

    @Test(
        "--version takes no argument",
        arguments: [
            ("--version foo", "foo"), ("-v foo", "foo"), ("-p vlc -V foo bar", "foo"), ("--version", nil),
            ("-v -s", nil), ("-p vlc --version", nil), ("status --version", nil), ("--help foo", nil), ("", nil),
        ] as [(String, String?)])
    func version(_ typed: String, _ surplus: String?) {
        #expect(ArgumentOrder.surplus(["batonctl"] + typed.split(separator: " ").map(String.init)) == surplus)
    }

    @Test(
        "the parser's own options are not moved",
        arguments: ["--generate-completion-script bash", "--experimental-dump-help", "--help"])
    func keepsParserOptions(_ typed: String) {
        let arguments = typed.split(separator: " ").map(String.init)
        #expect(ArgumentOrder.commandFirst(arguments) == arguments)
    }

    @Test("playerctl's options and arguments are accepted")
    func parses() throws {
        func parse<C: ParsableCommand>(_ typed: String, as: C.Type) throws -> C {
            let arguments = ArgumentOrder.commandFirst(typed.split(separator: " ").map(String.init))
            return try #require(RootCommand.parseAsRoot(arguments) as? C)
        }
        let metadata = try parse("-a -p vlc,%any -p mpv -i spotify -F metadata artist title", as: MetadataCommand.self)
        #expect(metadata.keys == ["artist", "title"])
        #expect(metadata.output.follow)
        #expect(
            metadata.options.selection
                == PlayerSelection(players: ["vlc,%any", "mpv"], ignored: ["spotify"], all: true))
        #expect(try parse("status -f -{{status}}", as: StatusCommand.self).output.format == "-{{status}}")
        #expect(try parse("position 10-", as: PositionCommand.self).offset == "10-")
        #expect(try parse("volume 0.1+ -pvlc", as: VolumeCommand.self).options.players == ["vlc"])
        #expect(try parse("-s status", as: StatusCommand.self).options.messages.quiet)
        #expect(try parse("-l", as: ListCommand.self).options.players.isEmpty)
        #expect(try parse("check --set a.b=c", as: CheckCommand.self).arguments == ["--set", "a.b=c"])
        #expect(try parse("send 104", as: SendCommand.self).event == "104")
    }

    @Test("an event can be given by its name, by playerctl's word and by its number")
    func knowsEvents() {
        for command in RemoteControlSubtype.allCases {
            #expect(RemoteControlSubtype(text: command.word) == command)
            #expect(RemoteControlSubtype(text: String(command.rawValue)) == command)
        }
        #expect(RemoteControlSubtype(text: "play-pause") == .togglePlayPause)
        #expect(RemoteControlSubtype(text: "Next-Track") == .nextTrack)
        for text in ["", "99", "110", "-1", "nxt", "4294967396"] { #expect(RemoteControlSubtype(text: text) == nil) }
        #expect(RemoteControlSubtype.unknown("nxt").status == .usage)
        #expect(RemoteControlSubtype(playerctlWord: "play-pause") == .togglePlayPause)
        #expect(RemoteControlSubtype(playerctlWord: "toggle") == nil)
    }

    @Test(
        "the path of an existing file becomes a file: address",
        arguments: [
            ("/a/b.ogg", "file:///a/b.ogg"), ("b c.ogg", "file:///home/x/b%20c.ogg"),
            ("../ä#?%.ogg", "file:///home/%C3%A4%23%3F%25.ogg"),
            ("/a/./b//../c", "file:///a/c"), ("/../..", "file:///"),
        ])
    func makesAddresses(_ path: String, _ address: String) {
        #expect(FileAddress.address(path: path, in: "/home/x") == address)
    }

    @Test(
        "text that is not an existing file is passed as the address",
        arguments: ["https://a.b/c d", "spotify:track:1"])
    func keepsAddresses(_ text: String) { #expect(FileAddress.address(for: text) == text) }

    @Test(
        "what is neither a file nor has a scheme is refused",
        arguments: ["", "/no/such", "song.mp3", ":x", "1a:b", "a b:c"])
    func refusesOthers(_ text: String) {
        #expect(FileAddress.address(for: text) == nil)
    }
}
