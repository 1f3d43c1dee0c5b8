// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// What people, other programs, the network and the broker do.
extension HouseholdWorld {
    mutating func act() {
        let host = random.below(hosts.count)
        switch random.below(20) {
        case 0...2:
            hosts[host].press(!hosts[host].isPlaying)
            trace("the user of \(host) \(hosts[host].isPlaying ? "plays" : "pauses")")
        case 3: hosts[host].track += 1
        case 4...6: toggleCall(host)
        case 7...10: command(host)
        case 11: breakConnection(host)
        case 12:
            hosts[host].standsUntil = now + random.milliseconds(10...20_000)
            trace("\(host) stands until \(hosts[host].standsUntil - Self.start)")
        case 13: foreignMessage()
        case 14: restartBroker()
        case 15: leave(host)
        case 16: standBroker()
        case 17: crashAgent(host)
        default: break
        }
        tell(host)
    }

    mutating func tell(_ host: Int) {
        // A stopped process tells nothing.
        guard hosts[host].standsUntil <= now else {
            hosts[host].hasNews = true
            return
        }
        hosts[host].hasNews = false
        let playing = hosts[host].playing
        // As baton-mqtt does: what time alone brings is no news.
        if hosts[host].told != playing { hosts[host].household.tell(playing, at: time(of: host)) }
        hosts[host].told = playing
        hosts[host].household.tell(interruptions: hosts[host].calls, at: time(of: host))
        carryOut(host)
    }

    private mutating func toggleCall(_ host: Int) {
        if hosts[host].calls.isEmpty || random.oneIn(2) {
            let id = "call-\(steps)-\(host)"
            trace("\(id) begins")
            hosts[host].calls.append(SharedInterruption(id: id, cause: "call", reason: ""))
            hosts[host].begin(id)
        } else {
            let id = hosts[host].calls.removeFirst().id
            trace("\(id) ends")
            endedAt[id] = now
            hosts[host].end(id, mayResume: true)
        }
    }

    /// The agent dies, and another one takes its place: nobody has ended the calls, and players stay as they are.
    private mutating func crashAgent(_ host: Int) {
        guard hosts[host].standsUntil <= now else { return }
        trace("the agent of \(host) dies")
        for call in hosts[host].calls { orphanedAt[call.id] = now }
        for call in hosts[host].calls { hosts[host].end(call.id, mayResume: false) }
        hosts[host].calls = []
        hosts[host].household.agentLeft(at: time(of: host))
        carryOut(host)
    }

    private mutating func command(_ host: Int) {
        let known = hosts[host].household.hosts.keys.sorted()
        guard !known.isEmpty, hosts[host].standsUntil <= now else { return }
        let action = random.pick([HouseholdCommand.Action.play, .pause, .toggle, .undo])
        let target = random.pick(known)
        let id = hosts[host].household.send(action, to: target, at: time(of: host))
        trace("\(host) sends \(action) to \(target) as \(id)")
        sentAt[id] = now
        carryOut(host)
    }

    /// What other programs leave at a broker.
    private mutating func foreignMessage() {
        let index = random.below(hosts.count)
        let topic = random.pick(HostTopic.allCases)
        let text = random.pick(
            [
                "", "x", "[]", "{}", "online", "offline", "null", #"{"do":"play"}"#, #"{"status":"playing"}"#, "[[[[",
                "\u{0}", #"{"do":"play","id":"7"}"#, #"{"outcome":"handled"}"#, "play",
            ])
        let name = random.oneIn(2) ? hosts[index].household.name : HostName(making: "stranger")
        let isRetained = random.oneIn(2)
        // A retained command is never done where the broker tells that it is one.
        if topic == .command, !(isRetained && broker.speaksVersion5) {
            strangerAskedAt = max(now, brokerStandsUntil)
        }
        if topic == .interruptions { falsified.insert(name) }
        trace("a stranger writes '\(text)' to \(topic) of \(name)\(isRetained ? ", retained" : "")")
        publish(HouseholdMessage("baton/\(name)/\(topic.rawValue)", Array(text.utf8)), isRetained: isRetained)
    }

    // MARK: The network

    /// The cable is pulled: the broker notices after its patience, the host after its own, and what is said meanwhile is lost.
    private mutating func breakConnection(_ host: Int) {
        guard let connection = hosts[host].connection, isAlive(host) else { return }
        trace("the connection of \(host) breaks")
        let will = broker.disconnect(host, cleanly: false)
        if let will { wills.append((now + random.milliseconds(0...5000), host, will.topic, will.payload)) }
        deliveries.removeAll { $0.to == host }
        notices.append((now + random.milliseconds(0...8000), host, connection))
    }

    /// Whether the host's connection is one that the broker has.
    func isAlive(_ host: Int) -> Bool {
        hosts[host].connection.map { broker.sessions[host]?.connection == $0 } ?? false
    }

    /// The machine sleeps, or the program ends, and says so.
    private mutating func leave(_ host: Int) {
        guard isAlive(host) else { return }
        trace("\(host) leaves")
        let (topic, payload) = hosts[host].household.farewell
        publish(HouseholdMessage(topic, payload), isRetained: true)
        _ = broker.disconnect(host, cleanly: true)
        lose(host)
    }

    mutating func lose(_ host: Int) {
        trace("\(host) has lost its connection")
        deliveries.removeAll { $0.to == host }
        hosts[host].waiting = []
        hosts[host].connection = nil
        hosts[host].household.disconnected(at: time(of: host))
        reconnects.append((now + random.milliseconds(500...3000), host))
        carryOut(host)
    }

    private mutating func restartBroker() {
        guard isBrokerUp else { return }
        isBrokerUp = false
        brokerStandsUntil = min(brokerStandsUntil, now)
        unread = []
        brokerBackAt = now + random.milliseconds(100...5000)
        let keeps = random.oneIn(2)
        trace("the broker restarts\(keeps ? "" : ", and has forgotten everything")")
        broker.restart(keepsRetained: keeps)
        for host in hosts.indices where hosts[host].connection != nil { lose(host) }
        wills = []
        notices = []
    }

    private mutating func standBroker() {
        // Between its answer to a question and the message that follows it a broker could stand too: for some microseconds.
        guard isBrokerUp, brokerStandsUntil < now, unread.isEmpty else { return }
        brokerStandsUntil = now + random.milliseconds(10...15_000)
        trace("the broker stands until \(brokerStandsUntil - Self.start)")
    }

    mutating func connect(_ host: Int) {
        guard hosts[host].connection == nil else { return }
        guard isBrokerUp else { return reconnects.append((brokerBackAt + .milliseconds(500), host)) }
        guard brokerStandsUntil <= now else { return reconnects.append((brokerStandsUntil, host)) }
        // A new connection of the same client ends the old one, which sends its will first.
        for will in wills where will.host == host { publishWill(will.topic, will.payload) }
        wills.removeAll { $0.host == host }
        trace("\(host) is connected as \(hosts[host].household.name)")
        hosts[host].connection = broker.connect(host, will: hosts[host].household.farewell)
        hosts[host].household.connected(canAnswer: broker.speaksVersion5, at: time(of: host))
        for filter in hosts[host].filters.keys.sorted() {
            let isWithoutKept = hosts[host].filters[filter] == true
            deliveries += broker.subscribe(host, to: filter, isWithoutKept: isWithoutKept, at: now, &random)
        }
        carryOut(host)
        tell(host)
    }

    mutating func publish(_ message: HouseholdMessage, isRetained: Bool) {
        guard isBrokerUp else { return }
        // What lies in its sockets is read first.
        guard brokerStandsUntil <= now, unread.isEmpty else { return unread.append((message, isRetained)) }
        deliveries += broker.publish(message, isRetained: isRetained, at: now, &random)
    }

    mutating func publishWill(_ topic: String, _ payload: [UInt8]) {
        trace("the broker publishes the will \(topic)")
        publish(HouseholdMessage(topic, payload), isRetained: true)
    }
}
