// SPDX-License-Identifier: Apache-2.0

package import BatonJSON

/// Who a host is.
///
/// For example:
/// ```swift
/// let about = HostAbout(id: id, title: "Laptop", version: version)
/// // about.json.text == #"{"id":"…","title":"Laptop","version":"…"}"#
/// ```
package struct HostAbout: Equatable, Sendable {
    /// What tells it from others of its name.
    package var id: HostID
    /// What people call the host.
    package var title: String
    /// Baton's version there.
    package var version: String

    /// Says who a host is.
    package init(id: HostID, title: String, version: String) {
        self.id = id
        self.title = title
        self.version = version
    }

    /// Reads what a host says; nil if it has no identifier.
    package init?(_ value: JSONValue) {
        guard let id = value["id"]?.asString.flatMap({ HostID($0) }) else { return nil }
        self.id = id
        title = value["title"]?.asString.map { HouseholdText.bounded($0) } ?? ""
        version = value["version"]?.asString.map { HouseholdText.bounded($0, to: 64) } ?? ""
    }

    /// As it is told.
    package var json: JSONValue {
        .object(["id": .string(id.text), "title": .string(title), "version": .string(version)])
    }
}
