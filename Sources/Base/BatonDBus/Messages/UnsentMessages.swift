// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Counts, for each receiver, the bytes of the messages that wait to be written to the bus.
///
/// The bus is one socket for all receivers. When it reads more slowly than this process answers, libdbus keeps what waits,
/// in order and without a bound. libdbus tells only how many bytes wait in all; which ones they are follows from the
/// order in which they were sent.
final class UnsentMessages {
    /// Above the common bound a receiver still gets its answers while less than this waits for it, so that many
    /// connections of one program do not shut out the others.
    static let modest = 64 << 10

    private let most: Int
    private let mostTogether: Int
    // Needs no check at run time: nothing else runs while it is looked at or changed.
    @exclusivity(unchecked) private var waiting = Queue<(receiver: BusName?, size: Int)>()
    private var bytes: SortedTable<String, Int> = [:]
    private var total = 0
    private var highest = 0
    private var over: Set<BusName> = []
    private var refused: Set<BusName> = []

    /// - Parameters:
    ///   - most: how many bytes may wait for one receiver before it counts as over its share.
    ///   - mostTogether: how many bytes may wait for all receivers.
    init(most: Int, mostTogether: Int) {
        self.most = most
        self.mostTogether = mostTogether
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds a message that was sent. `waiting` is what waits after that.
    func add(_ message: Message, waiting outgoing: Int) {
        // The first one is all that waits. Of the others the size is near enough: the header is not counted exactly.
        let size = isEmpty ? outgoing : (message.argumentSize(upTo: outgoing) ?? outgoing) + 128
        let receiver = message.destination
        waiting.append((receiver, size))
        if let receiver { bytes[receiver.rawValue, default: 0] += size }
        total += size
        highest = max(highest, outgoing)
        settle(waiting: outgoing)
    }

    /// Removes the oldest ones, which have been written: no more than `outgoing` bytes wait.
    func settle(waiting outgoing: Int) {
        while let first = waiting.first, total - first.size >= outgoing {
            _ = waiting.popFirst()
            total -= first.size
            guard let receiver = first.receiver?.rawValue else { continue }
            let left = bytes[receiver, default: first.size] - first.size
            bytes[receiver] = left > 0 ? left : nil
        }
    }

    /// Whether too much waits for the receiver, so that it gets short refusals only: from then on until nearly nothing waits
    /// for it. A flood would else get a long answer whenever one was written, and the bus would work for it alone.
    func isOver(_ receiver: BusName) -> Bool {
        let share = bytes[receiver.rawValue] ?? 0
        guard share >= Self.modest else {
            over.remove(receiver)
            return false
        }
        if share >= most || total >= mostTogether { over.insert(receiver) }
        return over.contains(receiver)
    }

    /// Notes that the receiver gets no more; true the first time since nothing waited.
    func isFirstRefusal(of receiver: BusName) -> Bool { refused.insert(receiver).inserted }

    /// Nothing waits any more.
    ///
    /// - Returns: how many bytes waited at most since nothing did.
    func clear() -> Int {
        defer { highest = 0 }
        guard !isEmpty else { return highest }
        waiting = Queue()
        bytes = [:]
        over = []
        refused = []
        total = 0
        return highest
    }
}
