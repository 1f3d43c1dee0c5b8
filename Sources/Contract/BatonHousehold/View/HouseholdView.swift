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
    /// The most machines that are shown, and those that are wanted.
    package static let most = 256

    private let topics: HouseholdTopics
    private let wanted: Set<HostName>
    private var known: [HostName: RemoteHost] = [:]

    /// An empty view of the household below a base.
    ///
    /// - Parameter wanted: the machines that have a place, however many others there are.
    package init(_ topics: HouseholdTopics, wanted: Set<HostName> = []) {
        (self.topics, self.wanted) = (topics, wanted)
    }

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
        let hasPlace = known.count < Self.most || wanted.contains(name)
        guard known[name] != nil || (!payload.isEmpty && hasPlace) else { return nil }
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
        known[name] = host.isKnown ? host : nil
        return before == host ? nil : host
    }
}
