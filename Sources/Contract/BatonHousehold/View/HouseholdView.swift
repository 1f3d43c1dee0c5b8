// SPDX-License-Identifier: Apache-2.0

import BatonJSON

/// What all machines of a household say of themselves, for somebody who only looks.
///
/// It takes the messages of the topics in ``filters(of:)``, and no others. Everything in them is another program's, and bounded.
///
/// For example:
/// ```swift
/// var view = HouseholdView(HouseholdTopics(base: "baton"))
/// let changed = view.read(topic: "baton/laptop/available", Array("online".utf8))
/// // changed?.text == "laptop", view.hosts[0].isOnline
/// ```
package struct HouseholdView {
    /// The most machines that are shown.
    package static let most = 256

    private let topics: HouseholdTopics
    private var known: [HostName: RemoteHost] = [:]

    /// An empty view of the household below a base.
    package init(_ topics: HouseholdTopics) { self.topics = topics }

    /// What it wants to read.
    package static func filters(of topics: HouseholdTopics) -> [String] {
        [HostTopic.about, .now, .interruptions, .available].map { topics.filter(for: $0) }
    }

    /// The machines, by their names.
    package var hosts: [RemoteHost] { known.values.sorted { $0.name < $1.name } }

    /// Takes a message.
    ///
    /// - Returns: the machine that is known otherwise since; nil if none is.
    package mutating func read(topic: String, _ payload: [UInt8]) -> RemoteHost? {
        guard let (name, topic) = topics.parse(topic), payload.count <= Household.longest else { return nil }
        guard known[name] != nil || (!payload.isEmpty && known.count < Self.most) else { return nil }
        let before = known[name]
        var host = before ?? RemoteHost(name)
        let value = try? JSONReader.read(payload)
        switch topic {
        case .available: host.isOnline = payload.elementsEqual("online".utf8)
        case .about: host.about = value.flatMap { HostAbout($0) }
        case .now: host.now = value.flatMap { NowPlaying($0) }
        case .interruptions: host.interruptions = value.flatMap { SharedInterruption.list($0) } ?? []
        default: return nil
        }
        let isGone = !host.isOnline && host.about == nil && host.now == nil
        known[name] = isGone ? nil : host
        return before == host ? nil : host
    }
}
