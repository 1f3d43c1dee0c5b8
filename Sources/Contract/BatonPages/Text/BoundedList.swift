// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// The first items of a list that may be long, and how many there are beyond them.
package struct BoundedList<Item: Equatable & Sendable>: Equatable, Sendable {
    /// Those that are shown.
    package let items: [Item]
    /// How many more there are.
    package let rest: Int

    /// A list of which some items are made already.
    package init(_ items: [Item], of count: Int) {
        self.items = items
        rest = max(0, count - items.count)
    }

    /// A list with what can be shown of it.
    package init(_ items: [Item], most: Int = .max) { self.init(Array(items.prefix(most)), of: items.count) }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { items.isEmpty }

    /// What stands below the last item; nil when all are shown.
    package var more: String? { rest == 0 ? nil : translated("and \(rest) more") }
}
