// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Why a wait ended without what it was for.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// What did not come, and after how long.
    public let description: String

    /// - Parameters:
    ///   - what: what did not come, such as "batonctl has not ended".
    ///   - limit: how long it was waited for.
    public init(_ what: String, within limit: Duration) { description = "\(what) within \(limit)" }
}

/// Waits until a condition holds, where no reactor of the test's has anything to do meanwhile; else ``TurnedStage`` waits.
///
/// - Parameters:
///   - limit: the longest wait, in real time, so that a test ends if the condition never holds.
///   - descriptors: what the condition reads empty. It is looked at as soon as one of them has something, and else every five
///     milliseconds: not all that other programs do is told by a descriptor.
/// - Returns: whether the condition holds.
public func waitUntil(
    within limit: Duration = BusStage.patience, watching descriptors: [Int32] = [], _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    // poll(2) counts milliseconds, and a limit may be shorter.
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
    defer { if timer >= 0 { close(timer) } }
    let (seconds, attoseconds) = limit.components
    var time = itimerspec()
    time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    timerfd_settime(timer, 0, &time, nil)
    var watched = (descriptors + [timer]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        guard poll(&watched, nfds_t(watched.count), 5) > 0 else { continue }
        // The end of a pipe would be told again and again.
        for index in watched.indices where watched[index].revents & ~Int16(POLLIN) != 0 {
            if watched[index].revents & Int16(POLLIN) == 0 { watched[index].fd = -1 }
        }
    }
    return true
}
