// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// Some hosts at one broker for a minute, in which a seed decides what people, the network and the broker do, and then quiet.
/// What must not happen is reported in words.
struct HouseholdWorld {
    static let unrest = Duration.seconds(60)
    /// After so much quiet all must believe the same. It begins when every host is connected.
    static let quiet = Duration.seconds(5)
    static let start = Duration.seconds(1000)

    let seed: UInt64
    let isTracing: Bool
    var faults: [String] = []
    var random: Random
    var now = HouseholdWorld.start
    var hosts: [SimulatedHost] = []
    var broker: SimulatedBroker
    var deliveries: [SimulatedBroker.Delivery] = []
    var wills: [(at: Duration, host: Int, topic: String, payload: [UInt8])] = []
    /// When a host notices that its connection is broken.
    var notices: [(at: Duration, host: Int, connection: Int)] = []
    var reconnects: [(at: Duration, host: Int)] = []
    var isBrokerUp = true
    var brokerBackAt = Duration.zero
    /// Until when the broker stands, as a stopped process, and what lies in its sockets meanwhile.
    var brokerStandsUntil = Duration.zero
    var unread: [(message: HouseholdMessage, isRetained: Bool)] = []
    var steps = 0

    // What is known to have happened, for the checks.
    var sentAt: [String: Duration] = [:]
    var performed: Set<String> = []
    var endedAt: [String: Duration] = [:]
    /// When the agent that had begun a call died.
    var orphanedAt: [String: Duration] = [:]
    /// When a stranger last published a command.
    var strangerAskedAt: Duration?
    /// The hosts of whose interruptions a stranger has written, or a second host of their name.
    var falsified: Set<HostName> = []

    init(seed: UInt64, isTracing: Bool = false) {
        self.seed = seed
        self.isTracing = isTracing
        random = Random(seed: seed)
        broker = SimulatedBroker(speaksVersion5: !random.oneIn(5))
        let count = 2 + random.below(5)
        var names: [String] = []
        for index in 0..<count {
            // Now and then two machines have one name.
            names.append(index > 0 && random.oneIn(8) ? "host0" : "host\(index)")
        }
        for (index, name) in names.enumerated() {
            let offset = random.milliseconds(0...1_000_000)
            hosts.append(SimulatedHost(household(index, name, names), offset: offset))
        }
        for index in hosts.indices { reconnects.append((now, index)) }
    }

    private mutating func household(_ index: Int, _ name: String, _ names: [String]) -> Household {
        var bytes: [UInt8] = []
        for _ in 0..<16 { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
        var others: Set<HostName> = []
        for other in names where other != name && random.oneIn(2) { others.insert(HostName(making: other)) }
        var settings = HouseholdSettings(id: HostID(digest: bytes), name: HostName(making: name), followed: others)
        settings.sharing = random.pick([.both, .both, .tell, .follow, .off])
        // In some worlds calls last too long.
        if random.oneIn(4) { settings.resumeLimit = .seconds(20) }
        return Household(settings, seed: UInt64(index) << 32)
    }

    mutating func run() {
        let end = Self.start + Self.unrest
        var next = now
        while now < end, faults.isEmpty {
            if now >= next {
                act()
                next = now + random.milliseconds(20...4000)
            }
            step()
            advance(to: min(next, end))
        }
        settle(from: end)
        if faults.isEmpty { checkViews() }
        if faults.isEmpty { checkRest() }
    }

    /// Nothing more happens: loops run, the network heals, and then it is quiet.
    private mutating func settle(from end: Duration) {
        for host in hosts.indices { hosts[host].standsUntil = min(hosts[host].standsUntil, now) }
        brokerStandsUntil = min(brokerStandsUntil, now)
        // Another agent may take a call up for so long.
        var quietSince = max(now, (orphanedAt.values.max() ?? now) + Household.patience)
        while faults.isEmpty {
            let wasWhole = isWhole
            step()
            if !wasWhole || !isWhole { quietSince = max(quietSince, now) }
            if now >= quietSince + Self.quiet { return }
            if now > end + .seconds(60) { report("the household does not come together") }
            advance(to: quietSince + Self.quiet)
        }
    }

    private var isWhole: Bool {
        isBrokerUp && wills.isEmpty && reconnects.isEmpty && notices.isEmpty && unread.isEmpty
    }

    mutating func report(_ fault: String) { faults.append("at \(now - Self.start): \(fault)") }

    func trace(_ text: @autoclosure () -> String) {
        if isTracing { print("\(now - Self.start)  \(text())") }
    }

    // MARK: Time

    /// What time it is by a host's own clock.
    func time(of host: Int) -> Duration { now + hosts[host].offset }

    mutating func step() {
        steps += 1
        if steps > 100_000 { report("it does not come to rest") }
        if !isBrokerUp, brokerBackAt <= now { isBrokerUp = true }
        readOn()
        for will in wills where will.at <= now { publishWill(will.topic, will.payload) }
        wills.removeAll { $0.at <= now }
        for notice in notices where notice.at <= now && hosts[notice.host].connection == notice.connection {
            lose(notice.host)
        }
        notices.removeAll { $0.at <= now }
        let due = reconnects.filter { $0.at <= now }
        reconnects.removeAll { $0.at <= now }
        for (_, host) in due { connect(host) }
        deliver()
        for host in hosts.indices where hosts[host].standsUntil <= now { serve(host) }
    }

    /// A broker that goes on reads what lies in its sockets.
    private mutating func readOn() {
        guard brokerStandsUntil <= now, !unread.isEmpty else { return }
        let waiting = unread
        unread = []
        for (message, isRetained) in waiting { publish(message, isRetained: isRetained) }
    }

    private mutating func deliver() {
        var arriving: [SimulatedBroker.Delivery] = []
        var later: [SimulatedBroker.Delivery] = []
        for delivery in deliveries {
            if delivery.arrivesAt <= now { arriving.append(delivery) } else { later.append(delivery) }
        }
        deliveries = later
        // The order of what arrives together is that of its sending.
        for delivery in arriving where hosts[delivery.to].connection == delivery.connection {
            hosts[delivery.to].waiting.append((delivery.message, delivery.arrivesAt))
        }
    }

    private mutating func serve(_ host: Int) {
        let waiting = hosts[host].waiting
        hosts[host].waiting = []
        for (message, arrived) in waiting {
            var message = message
            message.age = now - arrived
            hosts[host].household.received(message, at: time(of: host))
            carryOut(host)
        }
        if hosts[host].hasNews { tell(host) }
        guard let deadline = hosts[host].deadline, deadline <= now else { return }
        hosts[host].household.advance(to: time(of: host))
        carryOut(host)
    }

    mutating func advance(to end: Duration) {
        var next = end
        for host in hosts.indices {
            let standsUntil = hosts[host].standsUntil
            if let deadline = hosts[host].deadline { next = min(next, max(deadline, standsUntil)) }
            if !hosts[host].waiting.isEmpty || hosts[host].hasNews { next = min(next, standsUntil) }
        }
        for delivery in deliveries { next = min(next, delivery.arrivesAt) }
        for will in wills { next = min(next, will.at) }
        for notice in notices { next = min(next, notice.at) }
        for reconnect in reconnects { next = min(next, reconnect.at) }
        if !isBrokerUp { next = min(next, brokerBackAt) }
        if !unread.isEmpty { next = min(next, brokerStandsUntil) }
        now = max(next, now + .milliseconds(1))
    }
}
