// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Testing

/// Runs what a test does until it passes, three times at most, each time on a stage of its own.
///
/// For what the product's own deadlines bound, where the other side lives in the test's thread: a machine that stops that
/// thread for longer makes the product right to give it up. What fails once is told as a known issue; the last time counts.
public func upToThreeTimes(_ body: () throws -> Void) throws {
    for _ in 0..<2 {
        let hasFailed = Atomic(false)
        try withKnownIssue("the machine may have been busy", isIntermittent: true) {
            try body()
        } matching: { _ in
            hasFailed.store(true, ordering: .relaxed)
            return true
        }
        if !hasFailed.load(ordering: .relaxed) { return }
    }
    try body()
}
