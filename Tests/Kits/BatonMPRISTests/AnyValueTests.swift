// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// Any values from a player: nothing traps, and what is stored can be passed on with the types of MPRIS 2.2.
@Suite struct AnyValueTests {
    private static let texts = [
        "", "a", "/", "/a/b", "/a//b", "spotify:track:x", "Playing", "paused", "None", "file:///x", "é\u{1F3B5}",
        String(repeating: "long", count: 40_000),
    ]

    private func leaf(_ random: inout SeededRandom) -> Value {
        let bits = UInt64.random(in: .min ... .max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .byte(UInt8(truncatingIfNeeded: bits))
        case 1: return .boolean(bits & 1 == 0)
        case 2: return .int16(Int16(truncatingIfNeeded: bits))
        case 3: return .uint16(UInt16(truncatingIfNeeded: bits))
        case 4: return .int32(Int32(truncatingIfNeeded: bits))
        case 5: return .uint32(UInt32(truncatingIfNeeded: bits))
        case 6: return .int64(Int64(truncatingIfNeeded: bits))
        case 7: return .uint64(bits)
        case 8:
            return .double([0, .nan, .infinity, -1e300, 0.5, 1e18, Double(bits)].randomElement(using: &random) ?? 0)
        case 9: return .objectPath(["/", "/a", TrackID.noTrack].randomElement(using: &random) ?? "/")
        case 10: return .signature("a{sv}")
        default: return .string(Self.texts.randomElement(using: &random) ?? "")
        }
    }

    private func value(_ random: inout SeededRandom, depth: Int = 0) -> Value {
        guard depth < 3 else { return leaf(&random) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .variant(value(&random, depth: depth + 1))
        case 1:
            return .structure((0...Int.random(in: 0..<3, using: &random)).map { _ in value(&random, depth: depth + 1) })
        case 2:
            return .array(
                DBusArray("v", (0..<Int.random(in: 0..<4, using: &random)).map { _ in .variant(leaf(&random)) }))
        case 3:
            return .strings(
                (0..<Int.random(in: 0..<4, using: &random)).map { _ in Self.texts.randomElement(using: &random) ?? "" })
        case 4: return .vardict(pairs(&random, depth: depth + 1))
        default: return leaf(&random)
        }
    }

    private func pairs(_ random: inout SeededRandom, depth: Int = 0) -> [(String, Value)] {
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in
            (MetadataKey.allCases.map(\.rawValue).randomElement(using: &random) ?? "x:y", value(&random, depth: depth))
        }
    }

    /// Whether the value can be sent, and is equal and of its declared type when it is received.
    private func canBeSent(_ value: Value, as signature: Signature) throws -> Bool {
        let message = Message.signal(path: "/a", interface: "a.b", member: "C")
        try message.append(value)
        return message.hasSignature(signature)
    }

    @Test("any value for any property is left out or kept under the property's type", arguments: 0..<20)
    func properties(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            for property in PlayerProperty.allCases {
                let sent = value(&random)
                var problems = 0
                guard let kept = property.normalized(sent, problem: { problems += Int(!$0.description.isEmpty) }) else {
                    #expect(problems > 0)
                    continue
                }
                #expect(try canBeSent(kept, as: property.signature), "\(property)")
                #expect(kept.approximateSize <= Metadata.maximumSize + 64)
            }
        }
    }

    @Test("any metadata is read, and read again it is the same", arguments: 0..<20)
    func metadata(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let metadata = try #require(Metadata(.vardict(pairs(&random))))
            #expect(try canBeSent(metadata.value, as: "a{sv}"))
            let again = try #require(Metadata(metadata.value) { Issue.record("\($0)") })
            #expect(again.keys == metadata.keys)
            for key in MetadataKey.allCases {
                guard let value = metadata[key] else { continue }
                #expect(key.normalized(value)?.signature == value.signature)
            }
        }
    }

    @Test("any arguments of any signal are refused or become a strict signal", arguments: 0..<20)
    func signals(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let members = [
            "Seeked", "TrackListReplaced", "TrackAdded", "TrackRemoved", "TrackMetadataChanged", "PlaylistChanged",
            "Odd",
        ]
        for _ in 0..<100 {
            for interface in PlayerInterface.allCases {
                let arguments = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random) }
                let member = members.randomElement(using: &random) ?? ""
                guard let signal = PlayerSignal(interface, member, arguments) else { continue }
                let message = Message.signal(path: "/a", interface: signal.interface.name, member: signal.member)
                try message.append(contentsOf: signal.arguments)
                #expect(
                    PlayerSignal(interface, member, try message.arguments()) == signal || "\(signal)".contains("nan"))
            }
        }
    }
}

extension Int {
    /// 1 for true, 0 for false.
    fileprivate init(_ bool: Bool) { self = bool ? 1 : 0 }
}
