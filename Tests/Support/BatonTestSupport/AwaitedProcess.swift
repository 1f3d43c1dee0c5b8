// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A child of the test's process, for whose end or output a test waits without a reactor.
public protocol AwaitedProcess: AnyObject {
    /// The process ID.
    var identifier: Int32 { get }
    /// Whether it has ended. It is reaped then.
    var hasEnded: Bool { get }
    /// What it has printed so far.
    var printed: String { get }
    /// What becomes readable when it prints; nil if nothing does.
    var outputDescriptor: Int32? { get }
}

extension AwaitedProcess {
    /// Waits until it has ended.
    ///
    /// - Parameter limit: the longest wait, in real time, so that a test ends if the process hangs.
    /// - Throws: ``WaitedInVain``, with what it has printed.
    public func waitForEnd(within limit: Duration = BusStage.patience) throws(WaitedInVain) {
        guard waitUntil(within: limit, { hasEnded }) else {
            throw WaitedInVain("process \(identifier), which printed \"\(printed)\", has not ended", within: limit)
        }
    }

    /// Waits until a condition holds for what it has printed.
    ///
    /// - Parameter limit: the longest wait, in real time.
    /// - Throws: ``WaitedInVain``, with what it has printed; also when it ends before the condition holds.
    public func waitForOutput(
        within limit: Duration = BusStage.patience, _ condition: (String) -> Bool
    ) throws(WaitedInVain) {
        let output = outputDescriptor.map { [$0] } ?? []
        // What it printed before its end is looked at once more.
        if waitUntil(within: limit, watching: output, { condition(printed) || hasEnded }), condition(printed) { return }
        let end = hasEnded ? " has ended, and" : ""
        throw WaitedInVain("process \(identifier)\(end) printed only \"\(printed)\"", within: limit)
    }

    /// Waits until a condition holds, which is also looked at when the process ends.
    ///
    /// - Parameters:
    ///   - limit: the longest wait, in real time.
    ///   - descriptors: what the condition reads empty.
    /// - Returns: whether the condition holds.
    public func waitUntil(
        within limit: Duration = BusStage.patience, watching descriptors: [Int32] = [], _ condition: () -> Bool
    ) -> Bool {
        guard !condition() else { return true }
        // Readable when the process has ended, reaped or not.
        let end = clinux_pidfd_open(identifier)
        defer { if end >= 0 { close(end) } }
        let ends = end >= 0 ? [end] : []
        return BatonTestSupport.waitUntil(within: limit, watching: descriptors + ends, condition)
    }
}
