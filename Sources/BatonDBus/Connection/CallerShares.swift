// SPDX-License-Identifier: Apache-2.0

/// How many bytes the calls of each caller take that are kept: they wait for their turn, for a check or for an answer.
///
/// libdbus stops to read from the bus when the messages that are kept reach a limit, for all callers alike. So that one caller
/// cannot bring that about, each has a share, and all shares together stay below the limit.
final class CallerShares {
    private let most: Int
    private let mostTogether: Int
    private var bytes: [BusName: Int] = [:]
    private var total = 0

    /// A call smaller than this is not counted: the number of calls is bounded elsewhere.
    static let smallest = 1024

    /// - Parameters:
    ///   - most: bytes of one caller.
    ///   - mostTogether: bytes of all callers.
    init(most: Int, mostTogether: Int) {
        self.most = most
        self.mostTogether = mostTogether
    }

    /// Charges `sender` for a message of this size, for as long as the result lives.
    ///
    /// - Throws: ``DBusError`` `LimitsExceeded` when the share of the sender, or of all, is used up.
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

/// What a sender is charged for one message; given back with the last reference.
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
