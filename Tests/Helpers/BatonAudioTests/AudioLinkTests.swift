// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonProcesses
import BatonTestSupport
import Testing

@Suite("Audio link")
struct AudioLinkTests {
    static let facts: [AudioFact] = [
        .connected, .disconnected, .listed, .tooMany, .managerGone, .managerBack,
        .sink(
            AudioSink(
                index: 7, kind: .filter, transport: .bluetooth, name: "bluez.1", label: "Kopfhörer", card: 0,
                port: "headset-output", group: "g", master: "m")),
        .sink(AudioSink(index: .max, name: "", isMuted: true)),
        .sinkGone(3), .jackGone(4), .cardGone(9),
        .card(AudioCard(index: 9, name: "alsa_card.0", isOff: true, plugged: ["a"], empty: ["b", "Kopfhörer"])),
        .card(AudioCard(index: 0, name: "")),
        .stream(
            AudioStream(
                index: 1, sink: 7, isLive: false, process: 4242, application: "mpv", program: "mpv",
                sandboxedApp: "io.mpv.Mpv", role: "video", group: "x", isSilent: true)),
        .streamGone(1), .capture(AudioStream(index: 2, isMuted: true)), .captureGone(2),
        .answered(7, .done(volume: 65536, isMuted: true)), .answered(.max, .refused), .answered(0, .gone),
        .answered(1, .late),
    ]

    private static func encode(_ report: AudioReport) -> [UInt8] {
        var writer = LinkWriter()
        writer.write(AudioReport.version)
        report.encode(into: &writer)
        return writer.bytes
    }

    private static func decode(_ bytes: [UInt8]) throws -> AudioReport {
        try MessageLink<AudioCommand, AudioReport>.decode(bytes[...])
    }

    @Test("facts are read as they were written, and damage is refused, never trapped on")
    func reports() throws {
        for fact in Self.facts {
            let report = AudioReport([.connected, fact])
            let bytes = Self.encode(report)
            #expect(try Self.decode(bytes) == report)
            for length in 0..<bytes.count {
                #expect(throws: LinkError.malformed) { try Self.decode(Array(bytes.prefix(length))) }
            }
            #expect(throws: LinkError.malformed) { try Self.decode(bytes + [0]) }
            var random = SeededRandom(seed: UInt64(bytes.count))
            for _ in 0..<200 {
                var damaged = bytes
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                _ = try? Self.decode(damaged)
            }
        }
    }

    @Test("commands are read as they were written, and damage is refused")
    func commands() throws {
        let commands: [AudioCommand] = [
            .watch, .change(1, streams: [0, .max], .set(65536)), .change(.max, streams: [], .change(by: .min)),
            .change(2, streams: [3], .mute(.toggle)), .microphone(4, .on), .microphone(5, .off),
            .lower(streams: [7], percent: 100, fade: .milliseconds(1999)), .lower(streams: [], percent: 0, fade: .zero),
        ]
        for command in commands {
            var writer = LinkWriter()
            writer.write(AudioCommand.version)
            command.encode(into: &writer)
            let bytes = writer.bytes
            #expect(try MessageLink<AudioReport, AudioCommand>.decode(bytes[...]) == command)
            for length in 0..<bytes.count {
                #expect(throws: LinkError.malformed) {
                    try MessageLink<AudioReport, AudioCommand>.decode(bytes.prefix(length))
                }
            }
        }
        var writer = LinkWriter()
        writer.write(AudioCommand.version)
        AudioCommand.change(1, streams: Array(0..<5000), .set(0)).encode(into: &writer)
        #expect(writer.bytes.count <= MessageSocket.longestMessage)
        // More than two seconds, or than 100 percent.
        for numbers: (UInt8, UInt16) in [(20, 2001), (20, .max), (101, 0)] {
            var writer = LinkWriter()
            writer.write(AudioCommand.version)
            writer.write(UInt8(4))
            writer.write(numbers.0)
            writer.write(numbers.1)
            writer.write(UInt16(0))
            #expect(throws: LinkError.malformed) {
                try MessageLink<AudioReport, AudioCommand>.decode(writer.bytes[...])
            }
        }
    }

    @Test("I114: the longest names of the most facts fit into one message, cut after a whole character")
    func longest() throws {
        let name = String(repeating: "ü", count: 4000)
        let stream = AudioStream(
            index: 1, sink: 1, process: 1, application: name, program: name, sandboxedApp: name, role: name,
            group: name)
        let bytes = Self.encode(AudioReport(Array(repeating: .stream(stream), count: AudioReport.mostFacts)))
        #expect(bytes.count <= MessageSocket.longestMessage)
        let read = try Self.decode(bytes)
        guard case .stream(let first)? = read.facts.first else { throw LinkError.malformed }
        #expect(first.application == String(repeating: "ü", count: 127))

        let ports = Set((0..<100).map { "\($0) \(name)" })
        let card = AudioCard(index: 1, name: name, plugged: ports, empty: ports)
        let cards = Self.encode(AudioReport(Array(repeating: .card(card), count: AudioReport.mostFacts)))
        #expect(cards.count <= MessageSocket.longestMessage)
        guard case .card(let last)? = try Self.decode(cards).facts.last else { throw LinkError.malformed }
        #expect(last.plugged.count + last.empty.count <= AudioCard.mostPorts)
    }
}
