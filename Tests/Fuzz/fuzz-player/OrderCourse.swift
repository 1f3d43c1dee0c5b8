// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import BatonRouting
@testable import BatonSettings

/// Responders that come, play, are used and chosen, and go: the chain has each of them once, in the order that the rules give.
@MainActor
final class OrderCourse {
    private var order = RoutingOrder(policy: .playing)
    private var present: Set<ResponderID> = []
    private var now = Duration.zero

    func run(_ input: inout FuzzBytes) {
        while !input.isEmpty {
            let id = ResponderID(player: ["a", "b", "c", "d.instance1", "d.instance2"][input.choice(5)])
            step(id, &input)
            check()
        }
    }

    private func step(_ id: ResponderID, _ input: inout FuzzBytes) {
        switch input.choice(15) {
        case 0, 1:
            guard present.insert(id).inserted else { return }
            order.insert(
                RoutingEntry(id: id, isPlaying: input.flag(), wasFirst: input.flag()), hasJustStarted: input.flag(),
                at: now)
        case 2:
            order.remove(id)
            present.remove(id)
        case 3, 4:
            order.setPlaying(
                input.flag(), for: id, isNews: input.flag(), at: input.flag() ? now : nil, isEnd: input.flag(),
                isAsked: input.flag())
        case 5: order.setSuspect(input.flag(), for: id)
        case 6: order.use(id)
        case 7: order.resign(id)
        case 8: order.setPin(input.flag() ? id.rawValue : nil)
        case 9:
            let pin = order.pin
            let chosen = input.flag() ? order.shift() : order.unshift()
            require(order.pin == pin, "a shift has touched the pin")
            require((chosen == nil) == present.isEmpty, "no player was chosen")
        case 10:
            let distance: RoutingDistance = input.flag() ? .away : input.flag() ? .followed : .here
            order.setRank(priority: Int(input.byte()), distance: distance, for: id)
        case 11: order.noteChange(id)
        case 12: now += .milliseconds(Int(input.byte()) * 40)
        case 13:
            order.hasPriorities = input.flag()
            if input.flag() { order.longAgo = order.uses }
        default: order.policy = input.flag() ? .recent : .playing
        }
    }

    private func check() {
        let chain = order.order
        require(chain.count == present.count && Set(chain) == present, "not each once: \(chain)")
        let entries = chain.compactMap { order.entry($0) }
        let firstSuspect = entries.firstIndex(where: \.isSuspect) ?? entries.count
        require(entries[firstSuspect...].allSatisfy(\.isSuspect), "a player behind a suspect: \(entries)")
        for id in chain { _ = order.reason(for: id) }
        let pinned = entries.filter { order.isPinned($0.id) && !$0.isSuspect }
        if order.shifted == nil, let one = pinned.first {
            require(entries.first.map { order.isPinned($0.id) } == true, "\(one.id) is pinned and not first")
        }
        guard order.policy == .playing, order.shifted == nil else { return }
        let plain = entries.filter { !$0.isSuspect && !order.isPinned($0.id) && !$0.isRemote }
        let firstSilent = plain.firstIndex { !$0.isPlaying } ?? plain.count
        require(!plain[firstSilent...].contains(where: \.isPlaying), "one that plays behind one that does not")
    }
}
