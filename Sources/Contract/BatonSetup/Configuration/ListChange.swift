// SPDX-License-Identifier: Apache-2.0

/// What a person changes in a list: the values that come, and those that go. The others stay, also those that came since the person
/// saw the list.
///
/// For example:
/// ```swift
/// let change = ListChange(adding: ["tv"], removing: [])
/// change.values(after: ["den"])  // ["den", "tv"]
/// ```
package struct ListChange: Equatable, Sendable {
    private let added: [String]
    private let removed: [String]

    /// Makes a change.
    package init(adding added: [String], removing removed: [String]) { (self.added, self.removed) = (added, removed) }

    /// The values after the change, new ones at the end; nil if it changes nothing.
    package func values(after held: [String]) -> [String]? {
        let staying = held.filter { !removed.contains($0) }
        let values = added.reduce(into: staying) { if !$0.contains($1) { $0.append($1) } }
        return values == held ? nil : values
    }
}
