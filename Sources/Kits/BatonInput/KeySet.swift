// SPDX-License-Identifier: Apache-2.0

/// A set of Linux's key codes (`KEY_…`, `BTN_…`), such as those that a device has.
///
/// For example:
/// ```swift
/// let keys = KeySet([163, 164, 165])  // next, play or pause, previous
/// let hasPlayPause = keys.contains(164)  // true
/// ```
public struct KeySet: Sendable, Equatable {
    /// One more than the largest code (`KEY_MAX`).
    public static let limit = 0x300
    private var words: [UInt64]

    /// Makes a set of these codes. Codes that do not exist are left out.
    public init(_ codes: some Sequence<Int> = []) {
        words = Array(repeating: 0, count: Self.limit / 64)
        for code in codes { insert(code) }
    }

    /// Reads `capabilities/key` of sysfs: hexadecimal words of 64 bits, the highest first. Words that cannot be read
    /// count as empty.
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

    /// Whether the set contains the code.
    public func contains(_ code: Int) -> Bool {
        (0..<Self.limit).contains(code) && words[code / 64] & 1 << UInt64(code % 64) != 0
    }

    /// Whether the set contains any of these codes.
    public func contains(anyOf codes: some Sequence<Int>) -> Bool { codes.contains(where: contains) }

    /// The codes in ascending order.
    public var codes: [Int] { (0..<Self.limit).filter(contains) }

    /// Whether the set is empty.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The set in the kernel's format: code n is bit `n % 8` of byte `n / 8`.
    var bytes: [UInt8] {
        words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }
}

extension KeySet {
    /// The keys of letters. A node with one of them is a keyboard and is never read (rule HEADSET8).
    static let letters = Array(16...25) + Array(30...38) + Array(44...50)
    /// Keys of media commands (rule B4), and those of a single button (rule B1).
    static let media = [164, 226, 163, 165, 166, 168, 200, 201, 207, 208, 128]
    /// Keys of headsets that are not media commands: volume, mute, microphone, phone, voice.
    static let headset = [113, 114, 115, 248, 169, 0x246, 0x1bd, 0x1be]
    /// `BTN_0` to `BTN_9`: buttons whose meaning the driver does not know.
    static let plainButtons = 0x100...0x109

    /// Whether all keys are for media, volume or the phone, so that the device may be grabbed (rule HEADSET14).
    public var isMediaOnly: Bool {
        !isEmpty && codes.allSatisfy { Self.media.contains($0) || Self.headset.contains($0) }
    }
}
