// SPDX-License-Identifier: Apache-2.0

package import BatonJSON

/// One machine of the household as `baton-mqtt --hosts` sees it, one line of JSON. Its texts are other programs'.
///
/// For example:
/// ```swift
/// let host = HostReport(JSONReader.read(line))
/// if host?.isOnline == true { print(host?.title ?? "") }
/// ```
package struct HostReport: Equatable, Sendable {
    /// Its name in topics.
    package var name: String
    /// Its name for people.
    package var title = ""
    /// Whether it is there.
    package var isOnline = false
    /// Whether the broker has nothing of it any more.
    package var isGone = false
    /// Whether it is this machine.
    package var isThisOne = false
    /// Whether it is a player here.
    package var isFollowed = false
    /// Baton's version there; empty if it does not say.
    package var version = ""
    /// `playing`, `paused` or `stopped`; empty if nothing is known.
    package var status = ""
    /// What is first in its chain; empty without one.
    package var player = ""
    /// What plays there, if it tells titles.
    package var track = ""
    /// The artist, if it tells titles.
    package var artist = ""
    /// The causes of its interruptions, such as `call`.
    package var interruptions: [String] = []

    /// Names a machine of which nothing is known.
    package init(name: String) { self.name = name }

    /// Reads a report; nil if it is none.
    package init?(_ value: JSONValue) {
        guard let name = value["name"]?.asString, !name.isEmpty else { return nil }
        self.name = name
        title = value["title"]?.asString ?? ""
        isOnline = value["online"]?.asBool ?? false
        isGone = value["gone"]?.asBool ?? false
        isThisOne = value["self"]?.asBool ?? false
        isFollowed = value["followed"]?.asBool ?? false
        version = value["version"]?.asString ?? ""
        status = value["status"]?.asString ?? ""
        player = value["player"]?.asString ?? ""
        track = value["track"]?.asString ?? ""
        artist = value["artist"]?.asString ?? ""
        interruptions = value["interruptions"]?.elements.compactMap(\.asString) ?? []
    }

    /// As it is printed.
    package var json: JSONValue {
        .object([
            "name": .string(name), "title": .string(title), "online": .bool(isOnline), "gone": .bool(isGone),
            "self": .bool(isThisOne),
            "followed": .bool(isFollowed), "version": .string(version), "status": .string(status),
            "player": .string(player), "track": .string(track), "artist": .string(artist),
            "interruptions": .array(interruptions.map { .string($0) }),
        ])
    }
}
