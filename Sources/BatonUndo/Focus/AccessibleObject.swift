// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// An object on the accessibility bus: its owner and its path.
struct AccessibleObject: Equatable, Sendable {
    let owner: BusName
    let path: ObjectPath

    /// The name of a window in ``FocusedApp/window``.
    var windowName: String { "\(owner)\(path)" }

    /// The first `most` objects of an `a(so)`. Elements that are not objects are left out.
    static func list(_ value: Value?, most: Int) -> [AccessibleObject] {
        guard case .array(let array) = value else { return [] }
        return array.elements.prefix(most).compactMap { element in
            guard case .structure(let fields) = element, fields.count == 2, case .string(let name) = fields[0],
                case .objectPath(let path) = fields[1], let owner = try? BusName(name), owner.isUnique
            else { return nil }
            return AccessibleObject(owner: owner, path: path)
        }
    }
}
