// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// An object on the accessibility bus: its owner and its path.
package struct AccessibleObject: Equatable, Sendable {
    /// The connection whose it is.
    package let owner: BusName
    /// Which one of the connection's.
    package let path: ObjectPath

    /// Names an object.
    package init(owner: BusName, path: ObjectPath) {
        self.owner = owner
        self.path = path
    }

    /// The name of a window in ``FocusedApp/window``.
    var windowName: String { "\(owner)\(path)" }

    /// The first `most` objects of an `a(so)`. Elements that are not objects are left out.
    package static func list(_ value: Value?, most: Int) -> [AccessibleObject] {
        guard case .array(let array) = value else { return [] }
        return array.elements.prefix(most).compactMap { element in
            guard case .structure(let fields) = element, fields.count == 2, case .string(let name) = fields[0],
                case .objectPath(let path) = fields[1], let owner = try? BusName(name), owner.isUnique
            else { return nil }
            return AccessibleObject(owner: owner, path: path)
        }
    }
}
