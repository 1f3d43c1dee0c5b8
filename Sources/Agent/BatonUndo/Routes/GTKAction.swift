// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// An action that an app exports: its group, and whether it is enabled.
struct GTKAction: Equatable, Sendable {
    /// A group of actions: an object of an app.
    struct Group: Equatable, Sendable {
        let owner: BusName
        let path: ObjectPath
    }

    let group: Group
    let name: String
    let isEnabled: Bool

    /// The largest number of actions that is read. LibreOffice has 702.
    private static let mostActions = 8192

    /// Finds the action for an operation in what `DescribeAll` answered (`a{s(bgav)}`).
    ///
    /// - Returns: nil if the group has no such action, none without a parameter, or several of which none has a usual
    ///   name.
    init?(_ operation: UndoOperation, in description: Value?, of group: Group) {
        guard case .dictionary(let actions) = description, actions.entries.count <= Self.mostActions else {
            return nil
        }
        var candidates: [String: Bool] = [:]
        for entry in actions.entries {
            guard case .string(let name) = entry.key, Self.means(operation, name),
                case .structure(let fields) = entry.value, fields.count == 3, case .boolean(let isEnabled) = fields[0],
                case .signature(let parameter) = fields[1], parameter.rawValue.isEmpty
            else { continue }
            candidates[name] = isEnabled
        }
        let names = Self.usualNames(operation).filter { candidates[$0] != nil }
        let choice = names.first ?? (candidates.count == 1 ? candidates.keys.first : nil)
        guard let choice, let isEnabled = candidates[choice] else { return nil }
        self.group = group
        name = choice
        self.isEnabled = isEnabled
    }

    /// The usual names of the action, the most usual first: gedit's, mousepad's, ….
    private static func usualNames(_ operation: UndoOperation) -> [String] {
        let word = operation.rawValue
        return [word, "edit.\(word)", "win.\(word)", "edit-\(word)", "app.\(word)"]
    }

    /// Whether the name is unambiguous: the operation's word, alone or after one prefix.
    private static func means(_ operation: UndoOperation, _ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 1 { return parts[0] == operation.rawValue || parts[0] == "edit-\(operation.rawValue)" }
        return parts.count == 2 && parts[1] == operation.rawValue
    }
}
