// SPDX-License-Identifier: Apache-2.0

/// An instant by the clock of one host: milliseconds since the boot of its machine, also through sleep.
///
/// Nobody sets that clock, and no two hosts have the same. Who heard an instant of a host's can say until when a command to it
/// counts, without knowing what time it is. The name of the run tells a host's clock from that before its last start.
///
/// For example:
/// ```swift
/// let clock = HostInstant(run: "k3f9", at: reactor.now)
/// HostInstant(clock.text) == clock   // "k3f9-81234567"
/// ```
package struct HostInstant: Equatable, Sendable {
    /// The most letters of ``run``, and digits of ``milliseconds``.
    private static let (longestRun, mostDigits) = (16, 15)

    /// What tells this start of the host's program from others: letters and digits.
    package let run: String
    /// Since boot; from 0 to 10^15 - 1.
    package let milliseconds: Int64

    /// The instant of a host.
    package init(run: String, at instant: Duration) {
        self.run = run
        // fits: at most 10^12 seconds
        let (seconds, rest) = instant.components
        let bounded = min(max(seconds, 0), 999_999_999_999)
        milliseconds = bounded * 1000 + (seconds == bounded ? max(rest, 0) / 1_000_000_000_000_000 : 0)
    }

    private init(run: String, milliseconds: Int64) {
        self.run = run
        self.milliseconds = min(max(milliseconds, 0), 999_999_999_999_999)
    }

    /// Reads one; nil if the text is none.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count <= Self.longestRun + Self.mostDigits + 1, let dash = bytes.firstIndex(of: UInt8(ascii: "-"))
        else { return nil }
        let (run, digits) = (bytes[..<dash], bytes[bytes.index(after: dash)...])
        guard (1...Self.longestRun).contains(run.count), (1...Self.mostDigits).contains(digits.count),
            run.allSatisfy(Self.isOfRun), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let milliseconds = Int64(Substring(digits))
        else { return nil }
        self.init(run: String(Substring(run)), milliseconds: milliseconds)
    }

    private static func isOfRun(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) }

    /// As it is told.
    package var text: String { "\(run)-\(milliseconds)" }

    /// The instant so much later, or earlier, by the same clock.
    package func advanced(by duration: Duration) -> HostInstant {
        // Within a year, as every wait here is; what comes from outside is bounded by then.
        let bounded = min(max(duration, .seconds(-31_536_000)), .seconds(31_536_000))
        let passed = bounded.components
        return HostInstant(
            run: run, milliseconds: milliseconds + passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000)
    }

    /// Whether it is farther ahead of an instant of the same run than a duration.
    package func isFarther(than duration: Duration, from instant: HostInstant) -> Bool {
        instant.advanced(by: duration).isOver(at: self)
    }

    /// Whether it is over at an instant of the same run. Of another run nobody knows: it is over.
    package func isOver(at instant: HostInstant) -> Bool { run != instant.run || milliseconds < instant.milliseconds }
}
