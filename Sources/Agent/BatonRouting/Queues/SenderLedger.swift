// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Counts the waiting commands of each caller, and refuses commands above the limit (rule MPRIS32).
@MainActor
package final class SenderLedger {
    /// How many commands of one caller may wait. A change applies from the next command on.
    package var limit: Int
    private var counts = SenderCounts()
    /// Called when no command waits any more: the time to return memory to the system after a flood.
    private let onDrained: ((_ highWater: Int) -> Void)?
    package private(set) var total = 0
    private var highWater = 0

    package init(limit: Int, onDrained: ((_ highWater: Int) -> Void)? = nil) {
        self.limit = limit
        self.onDrained = onDrained
    }

    package func enter(_ sender: BusName?) throws(DBusError) {
        guard counts[sender] < limit else {
            throw DBusError(
                .limitsExceeded,
                "\(limit) of your commands are waiting already; send the next when some have been answered")
        }
        counts.add(sender)
        total += 1
        highWater = max(highWater, total)
    }

    package func leave(_ sender: BusName?) {
        guard counts[sender] > 0 else { return }
        counts.remove(sender)
        total -= 1
        guard total == 0 else { return }
        let high = highWater
        highWater = 0
        onDrained?(high)
    }
}
