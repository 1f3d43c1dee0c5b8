// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
package import BatonJSON

/// What tells Home Assistant of one entity: a retained message (MQTT discovery, one for each component, which every version reads).
///
/// For example:
/// ```swift
/// for announcement in HomeAssistantDevice(host, topics: topics).announcements(pins: []) {
///     publish(announcement.topic, announcement.payload)
/// }
/// ```
package struct Announcement: Equatable, Sendable {
    /// `homeassistant/COMPONENT/NODE/OBJECT/config`.
    package let topic: String
    /// What Home Assistant reads; nil takes the entity away.
    package let content: JSONValue?

    /// Makes one; without content it takes the entity away.
    package init(topic: String, content: JSONValue?) {
        self.topic = topic
        self.content = content
    }

    /// The bytes of the message; empty ones take the entity away.
    package var payload: [UInt8] { content.map { Array($0.text.utf8) } ?? [] }
}

/// The topic at which Home Assistant says that it has started: all is announced again then.
package enum HomeAssistantBirth {
    /// Where it says so.
    package static let topic = "homeassistant/status"
    /// What it says.
    package static let payload = Array("online".utf8)
}
