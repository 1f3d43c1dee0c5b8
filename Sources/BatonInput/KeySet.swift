// SPDX-License-Identifier: Apache-2.0

/// Key codes of Linux (`KEY_…`, `BTN_…`), as a device says it has them.
public struct KeySet: Sendable, Equatable {
    /// One more than the largest code (`KEY_MAX`).
    public static let limit = 0x300
    private var words: [UInt64]

    /// The set of the codes that exist; others are left out.
    public init(_ codes: some Sequence<Int> = []) {
        words = Array(repeating: 0, count: Self.limit / 64)
        for code in codes { insert(code) }
    }

    /// The set in a `capabilities/key` of sysfs: hexadecimal words of 64 bits, the highest first. Whatever else it says
    /// counts as nothing.
    public init(sysfs text: some StringProtocol) {
        self.init()
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "\n" }).reversed()
        for (index, word) in parts.enumerated() where index < words.count {
            words[index] = UInt64(word, radix: 16) ?? 0
        }
    }

    /// Adds a code.
    public mutating func insert(_ code: Int) {
        if (0..<Self.limit).contains(code) { words[code / 64] |= 1 << UInt64(code % 64) }
    }

    /// Whether it has this code.
    public func contains(_ code: Int) -> Bool {
        (0..<Self.limit).contains(code) && words[code / 64] & 1 << UInt64(code % 64) != 0
    }

    /// Whether it has any of these.
    public func contains(anyOf codes: some Sequence<Int>) -> Bool { codes.contains(where: contains) }

    /// The codes, ascending.
    public var codes: [Int] { (0..<Self.limit).filter(contains) }

    /// Whether there is none.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The set as the kernel takes it: bit `n % 8` of byte `n / 8`.
    var bytes: [UInt8] {
        words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }
}

extension KeySet {
    /// The keys of letters: a node with one of them is a keyboard, and is nobody's business (spec/touch.md §4).
    static let letters = Array(16...25) + Array(30...38) + Array(44...50)
    /// Keys that mean a media command (rule B4), and the ones that are one button (rule B1).
    static let media = [164, 226, 163, 165, 166, 168, 200, 201, 207, 208, 128]
    /// Keys of headsets that mean no media command: volume, mute, microphone, phone, voice.
    static let headset = [113, 114, 115, 248, 169, 0x246, 0x1bd, 0x1be]
    /// `BTN_0` to `BTN_9`: buttons whose meaning the driver does not know.
    static let plainButtons = 0x100...0x109

    /// Whether all its keys are for media, volume or the phone.
    public var isMediaOnly: Bool {
        !isEmpty && codes.allSatisfy { Self.media.contains($0) || Self.headset.contains($0) }
    }
}
