// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// A responder of the chain.
package struct ListedResponder: WireValue, Hashable, Sendable {
    package static var signature: Signature { "(sssb)" }

    /// A player's bus name, or the unique name and the object path of a registered app.
    package let id: String
    /// The name for people.
    package let identity: String
    package let status: String
    /// Whether it did not answer its last call.
    package let isSuspect: Bool

    package init(id: String, identity: String, status: String, isSuspect: Bool) {
        self.id = id
        self.identity = identity
        self.status = status
        self.isSuspect = isSuspect
    }

    package init?(wire value: Value) {
        guard case .structure(let fields) = value, fields.count >= 4, let id = String(wire: fields[0]) else {
            return nil
        }
        self.init(
            id: id, identity: String(wire: fields[1]) ?? "", status: String(wire: fields[2]) ?? "",
            isSuspect: Bool(wire: fields[3]) ?? false)
    }

    package var wire: Value { .structure([id.wire, identity.wire, status.wire, isSuspect.wire]) }
}
