// SPDX-License-Identifier: Apache-2.0

/// Counts, for each caller, the bytes of the calls that are kept because they wait for their turn, for a check or for
/// an answer.
///
/// libdbus stops reading from the bus, for all callers alike, when the messages that are kept reach a limit. Each
/// caller has a share, so that one caller alone cannot reach that limit, and all shares together stay below it.
final class CallerShares {
    private let most: Int
    private let mostTogether: Int
    private var bytes: [BusName: Int] = [:]
    private var total = 0

    /// Calls with fewer bytes of arguments are not counted. The number of calls is bounded elsewhere.
    static let smallest = 1024

    /// - Parameters:
    ///   - most: how many bytes the calls of one caller may take.
    ///   - mostTogether: how many bytes the calls of all callers may take.
    init(most: Int, mostTogether: Int) {
        self.most = most
        self.mostTogether = mostTogether
    }

    /// Charges `sender` for a message of this size until the result is released.
    ///
    /// - Throws: ``DBusError`` `LimitsExceeded` when the share of the sender, or that of all callers, is used up.
    func charge(_ sender: BusName, _ size: Int) throws(DBusError) -> CallerShare {
        let present = bytes[sender, default: 0]
        guard present + size <= most, total + size <= mostTogether else {
            throw DBusError(
                .limitsExceeded,
                "calls of \(present) bytes wait for their answers already; send the next when some have been answered")
        }
        bytes[sender] = present + size
        total += size
        return CallerShare(self, sender, size)
    }

    fileprivate func release(_ sender: BusName, _ size: Int) {
        total -= size
        let left = bytes[sender, default: size] - size
        bytes[sender] = left > 0 ? left : nil
    }
}

/// The bytes that a sender is charged for one message. They are given back when the last reference is released.
final class CallerShare {
    private let shares: CallerShares
    private let sender: BusName
    private let size: Int

    fileprivate init(_ shares: CallerShares, _ sender: BusName, _ size: Int) {
        self.shares = shares
        self.sender = sender
        self.size = size
    }

    deinit { shares.release(sender, size) }
}
