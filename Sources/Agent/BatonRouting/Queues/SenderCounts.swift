// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Counts something for each caller.
///
/// The first caller has a place of its own, because there is mostly one, and a command should not wait while its name is hashed.
struct SenderCounts {
    private var first: BusName?
    private var countOfFirst = 0
    private var others: [BusName?: Int] = [:]

    subscript(sender: BusName?) -> Int {
        countOfFirst > 0 && first == sender ? countOfFirst : others[sender, default: 0]
    }

    mutating func add(_ sender: BusName?) {
        if countOfFirst > 0, first == sender {
            countOfFirst += 1
        } else if countOfFirst == 0, others[sender] == nil {
            (first, countOfFirst) = (sender, 1)
        } else {
            others[sender, default: 0] += 1
        }
    }

    mutating func remove(_ sender: BusName?) {
        if countOfFirst > 0, first == sender {
            countOfFirst -= 1
        } else if let count = others[sender] {
            others[sender] = count > 1 ? count - 1 : nil
        }
    }
}
