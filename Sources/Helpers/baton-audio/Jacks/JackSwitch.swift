// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import BatonValues
import CLinux
import Glibc
import SystemPackage

/// The jack of a sound card whose driver tells the kernel whether something is plugged in (rule I20). Only the switches of its
/// event node are read.
final class JackSwitch {
    /// What changes.
    enum Change {
        case pluggedIn, unplugged
        /// The node cannot be read any more, and was closed.
        case gone
    }

    /// The switches of headphones and of a line out; a microphone's is none of them.
    static let outputs = UInt64(1) << UInt64(CLINUX_SW_HEADPHONE_INSERT) | UInt64(1) << UInt64(CLINUX_SW_LINEOUT_INSERT)
    /// The switch of a display.
    static let display = UInt64(1) << UInt64(CLINUX_SW_VIDEOOUT_INSERT)
    /// The most events of a jack in a second: no hand is faster.
    static let mostPerSecond = 200
    private static let batch = 16

    /// The switches that are on.
    private(set) var state: UInt64
    /// Whether something is plugged in.
    var isPluggedIn: Bool { state & Self.outputs != 0 }

    private let file: FileDescriptor
    private let reactor: Reactor
    private let changed: (Change) -> Void
    private var watch: Watch?
    private var budget = RateLimit(count: JackSwitch.mostPerSecond, per: .seconds(1))

    /// Opens a node; nil if it may not be read, or is no event node.
    init?(path: String, reactor: Reactor, changed: @escaping (Change) -> Void) {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { return nil }
        file = FileDescriptor(rawValue: number)
        self.reactor = reactor
        self.changed = changed
        let bits = clinux_switches(number)
        state = bits < 0 ? 0 : UInt64(bits)
        // The buttons of a headset are no business of this program. An older kernel delivers them all the same.
        _ = clinux_want_switches(number, UInt(Self.outputs))
        if bits >= 0 { watch = try? reactor.watch(file, for: .readable) { [weak self] _ in self?.read() } }
        guard watch != nil else {
            try? file.close()
            return nil
        }
    }

    /// Closes the node.
    func close() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        try? file.close()
    }

    private func read() {
        let wasPluggedIn = isPluggedIn
        let events = withUnsafeTemporaryAllocation(of: input_event.self, capacity: Self.batch) { buffer -> Int in
            let bytes = Glibc.read(file.rawValue, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
            guard bytes > 0 else { return bytes < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1 }
            let count = bytes / MemoryLayout<input_event>.stride
            for event in buffer.prefix(count) { take(event) }
            return count
        }
        guard events >= 0, budget.allows(events, at: reactor.now) else {
            close()
            return changed(.gone)
        }
        if isPluggedIn != wasPluggedIn { changed(isPluggedIn ? .pluggedIn : .unplugged) }
    }

    private func take(_ event: input_event) {
        switch Int32(event.type) {
        case EV_SW where event.code < 64:
            let bit = UInt64(1) << UInt64(event.code)
            state = event.value == 0 ? state & ~bit : state | bit
        // Events were lost: the kernel is asked how it is now.
        case EV_SYN where Int32(event.code) == SYN_DROPPED:
            let bits = clinux_switches(file.rawValue)
            if bits >= 0 { state = UInt64(bits) }
        default: break
        }
    }
}
