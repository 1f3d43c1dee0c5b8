// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonValues

/// What waits for several callers: first in, first out for each caller, and one caller after the other, so that a flood of
/// one caller hardly delays another (rule MPRIS31).
struct CallerQueues<Element> {
    private var waiting: [BusName?: Queue<Element>] = [:]
    /// The callers that wait, in the order of their turns.
    private var turns = Queue<BusName?>()

    var isEmpty: Bool { waiting.isEmpty }
    /// How many callers wait.
    var callerCount: Int { turns.count }

    /// Whether something of this caller waits.
    func hasSome(of caller: BusName?) -> Bool { waiting[caller] != nil }

    mutating func append(_ element: Element, of caller: BusName?) {
        if waiting[caller] == nil { turns.append(caller) }
        waiting[caller, default: Queue()].append(element)
    }

    /// Takes out the next element of the caller whose turn it is.
    ///
    /// - Parameter mayGo: whether it is the turn of a caller. Another one waits for its next turn.
    mutating func popFirst(where mayGo: (BusName?) -> Bool = { _ in true }) -> (caller: BusName?, element: Element)? {
        for _ in 0..<turns.count {
            guard let caller = turns.popFirst() else { return nil }
            guard mayGo(caller), let element = waiting[caller]?.popFirst() else {
                turns.append(caller)
                continue
            }
            if waiting[caller]?.isEmpty == true { waiting[caller] = nil } else { turns.append(caller) }
            return (caller, element)
        }
        return nil
    }
}
