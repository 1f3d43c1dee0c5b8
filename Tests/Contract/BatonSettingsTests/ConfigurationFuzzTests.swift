// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

/// SplitMix64: the same bytes in each run for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Configuration: garbage")
struct ConfigurationFuzzTests {
    private static let valid = """
        # A file with everything.
        [mpris]
        name = both
        [routing]
        ignore = chrom* ; browsers
        ignore = firefox
        launch = mpv --idle "two words"
        call-timeout = 2s
        [seek]
        hold-step = 2s
        hold-step = 4s after 2s
        [limits]
        waiting-per-sender = 64

        """

    private func check(_ bytes: [UInt8], seed: UInt64) {
        let lines = bytes.count { $0 == 0x0A } + 1
        for diagnostic in configurationProblems(bytes) {
            let line = diagnostic.place.line
            #expect(line.map { (1...lines).contains($0) } == true, "seed \(seed): \(diagnostic)")
            #expect((diagnostic.place.column ?? 1) >= 1, "seed \(seed): \(diagnostic)")
            #expect(!diagnostic.message.utf8.contains { $0 < 0x20 }, "seed \(seed): \(diagnostic)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        _ = configurationProblems("", set: [text])
    }

    @Test("random bytes never trap, and every problem names a line", arguments: 0..<8 as Range<UInt64>)
    func randomBytes(_ seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...600, using: &generator)
            check((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, seed: seed)
        }
    }

    @Test("damaged files never trap, and every problem names a line", arguments: 0..<8 as Range<UInt64>)
    func damagedFiles(_ seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        let telling = Array("[]=:;#\\\"'\n\r\t \0.*5sK".utf8) + [0xFF, 0xEF, 0xBB, 0xBF, 0xC3]
        for _ in 0..<200 {
            var bytes = Array(Self.valid.utf8)
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let index = Int.random(in: 0..<max(1, bytes.count - 1), using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = telling.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(telling.randomElement(using: &generator) ?? 0, at: index)
                case 2: bytes.remove(at: index)
                default: bytes.insert(contentsOf: repeatElement(bytes[index], count: 200), at: index)
                }
            }
            check(bytes, seed: seed)
        }
    }

    @Test("random text as a value of each key never traps, and an error quotes at most 60 characters of it")
    func randomValues() {
        var generator = SeededGenerator(state: 42)
        let alphabet = Array("0123456789.-+ smhinuKMGafter\"'\\*?,µ😀".unicodeScalars)
        for section in Configuration.schema(.kernel).sections {
            for key in section.keys {
                for _ in 0..<100 {
                    var value = String.UnicodeScalarView()
                    for _ in 0..<Int.random(in: 1...80, using: &generator) {
                        value.append(alphabet.randomElement(using: &generator) ?? "x")
                    }
                    let problems = configurationProblems("", set: ["\(section.name).\(key.name)=\(String(value))"])
                    #expect(problems.allSatisfy { $0.unicodeScalars.count < 400 })
                }
            }
        }
    }
}
