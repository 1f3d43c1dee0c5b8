// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// An action of an accessible object (org.a11y.atspi.Action).
struct AccessibleAction: Equatable, Sendable {
    /// Its index.
    let index: Int32
    /// The toolkit's name for it: "click", "text.undo".
    let name: String
    /// The keys that do the same, in the toolkit's notation: "u;<Alt>e:u;<Primary>z", "Ctrl+Z".
    let keys: String

    private static let most = 64

    /// The actions of an `a(sss)`.
    static func list(_ value: Value?) -> [AccessibleAction] {
        guard case .array(let array) = value else { return [] }
        return array.elements.prefix(most).enumerated().compactMap { index, element in
            guard case .structure(let fields) = element, fields.count == 3, let name = fields[0].asString,
                let keys = fields[2].asString
            else { return nil }
            return AccessibleAction(index: Int32(clamping: index), name: name, keys: keys)
        }
    }

    /// Whether it undoes or redoes. The keys tell, because most names are in the user's language.
    func performs(_ operation: UndoOperation) -> Bool {
        if name == "text.\(operation.rawValue)" { return true }
        let wanted: Set<Set<String>> =
            operation == .undo ? [["ctrl", "z"]] : [["ctrl", "shift", "z"], ["ctrl", "y"]]
        return keys.split(separator: ";").contains { wanted.contains(Self.keys(in: $0)) }
    }

    /// The keys of GTK's "<Primary><Shift>z" and of Qt's "Ctrl+Shift+Z".
    private static func keys(in text: Substring) -> Set<String> {
        let words = text.lowercased().split { "<>+".contains($0) }
        return Set(words.map { $0 == "primary" || $0 == "control" ? "ctrl" : String($0) })
    }
}
