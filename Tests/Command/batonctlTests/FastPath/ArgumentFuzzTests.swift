// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonTemplate
import BatonTestSupport
import Testing

@testable import BatonMotionReport
@testable import BatonTemplate
@testable import batonctl

/// Every command line becomes a command or an error. A trap would end the process of all tests.
@Suite("Arguments: garbage")
struct ArgumentFuzzTests {
    private static let numbers = [
        "0", "-0", "1", "9e11", "9e11:0:0", "8999999999999", "9e12", "9.3e12", "1e18", "1e19", "1e300", "1e308:1e308",
        "0x1p1023", "1e-400", "nan", "inf", "-inf", "infinity", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", "99999999999999999999999999", "-9e11:59:59", "1:-9e11:0", "596523:14:08", "4294967396",
        "0.0000000000000000000000001", "1e7", "1e7s", "999999999999d", "31622400s", "366d1s", "99999999d99999999h",
        "1h30m", "0", "2d", "1.5.5s", "٣", "１２",
    ]
    private static let templates = [
        "{{position * 9e18}}", "{{position * position * position}}", "{{-position}}", "{{duration(position * 1e300)}}",
        "{{duration(big)}}", "{{big + big}}", "{{least - 1}}", "{{-least}}", "{{least / -1}}",
        "{{trunc(title, 1e300)}}",
        "{{trunc(title, 0/0)}}", "{{trunc(title, least)}}", "{{1/0}}", "{{big/0}}", "{{((((((((1))))))))}}", "{{", "}}",
        "{{rate * 1e308 * 10}}", "{{duration(rate)}}", "{{-huge}}", "{{huge * huge}}",
    ]
    private static let options = [
        "-p", "--player", "-i", "--ignore-player", "-a", "-F", "-f", "--format", "--json", "-s", "--verbose",
        "--seconds",
        "--longest-shake", "--sensitivity", "--timeout", "--force", "--svg", "--from", "--shakes", "--rest", "--wait",
        "--cancel", "--choose", "--yes", "--print", "--revert", "--media-keys", "--", "-", "-l", "-v", "--player=%any",
        "--seconds=1e308", "--longest-shake=nan", "--timeout=4294967296", "--timeout=-1", "-aFp",
    ]
    private static let commands = RootCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
        .compactMap { $0.configuration.commandName }
    private static let alphabet = Array("0123456789.:+-%eEinfaxpdhms{}()\"/*, \u{1b}\u{9b}ä٣\u{202e}")

    private func player() throws -> PlayerSnapshot {
        PlayerSnapshot(
            name: try #require(PlayerName(busName: "org.mpris.MediaPlayer2.a")),
            properties: [
                .position: .int64(.max), .volume: .double(1), .playbackStatus: .string("Playing"),
                .metadata: .vardict([
                    ("mpris:trackid", .objectPath("/track/1")), ("title", .string("Title")), ("big", .int64(.max)),
                    ("least", .int64(.min)), ("rate", .double(.nan)), ("huge", .uint64(.max)),
                ]),
            ])
    }

    /// A word from a list with a suffix, or random letters.
    private static func word(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            String(
                (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
        case 1: templates.randomElement(using: &random) ?? ""
        default:
            (numbers.randomElement(using: &random) ?? "")
                + (["", "", "+", "-", "%", "s", ":0"].randomElement(using: &random) ?? "")
        }
    }

    @Test(
        "each parser of a number, a time and a template accepts or refuses every text",
        arguments: 0..<8 as Range<UInt64>)
    func parsers(_ seed: UInt64) throws {
        let player = try player()
        var random = SeededRandom(seed: seed)
        for _ in 0..<3000 {
            let word = Self.word(&random)
            if let adjustment = Adjustment(seconds: word) {
                _ = try PlayerCommand.seek(adjustment).action(for: player).summary
            }
            if let adjustment = Adjustment(level: word) {
                _ = try PlayerCommand.setVolume(adjustment).action(for: player).summary
            }
            if let duration = TypedDuration.parse(word) {
                #expect(duration >= .zero && duration <= TypedDuration.longest, "\(word)")
                _ = TypedDuration.text(duration)
            }
            _ = RemoteControlSubtype.events(text: word)
            _ = try? Template(word).expand(player.variable)
        }
    }

    @Test("each command line is a command or an error", arguments: 0..<4 as Range<UInt64>)
    func commandLines(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var parsed = 0
        for _ in 0..<100 {
            var arguments = [Self.commands.randomElement(using: &random) ?? ""]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let isOption = Bool.random(using: &random)
                arguments.append(isOption ? Self.options.randomElement(using: &random) ?? "" : Self.word(&random))
            }
            if Int.random(in: 0..<4, using: &random) == 0 { arguments.shuffle(using: &random) }
            guard let command = try? RootCommand.parseAsRoot(ArgumentOrder.commandFirst(arguments)) else { continue }
            parsed += 1
            if let motion = command as? MotionCommand { _ = try? motion.detector.settings() }
            if let replay = command as? ReplayCommand { _ = try? replay.detector.settings() }
            if let status = command as? StatusCommand { _ = try? status.output.query(.status) }
        }
        #expect(parsed > 0)
    }

    @Test("a template with too many operators is refused before it can overflow the stack")
    func manyOperators() {
        for sign in ["+", "*", "-"] {
            let text = "{{1" + String(repeating: "\(sign)1", count: 60_000) + "}}"
            #expect(throws: TemplateError.tooManyOperators(most: 1000)) { try Template(text).expand { _ in nil } }
        }
    }
}
