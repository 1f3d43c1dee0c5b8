// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// What the hosts' models want done is done, and looked at.
extension HouseholdWorld {
    mutating func carryOut(_ host: Int) {
        defer { hosts[host].deadline = hosts[host].household.nextDeadline.map { $0 - hosts[host].offset } }
        for effect in hosts[host].household.takeEffects() {
            switch effect {
            case .publish(let topic, let payload, let isRetained):
                send(HouseholdMessage(topic, payload), isRetained: isRetained, by: host)
            case .send(let topic, let payload, let responseTopic, let correlation, let limit):
                // A broker that stands answers nothing: what waits for its answer is published when it goes on, or not at all.
                let wait = limit == nil ? .zero : max(brokerStandsUntil - now, .zero)
                let message = HouseholdMessage(
                    topic, payload, expiry: .seconds((Household.oldest - wait + .milliseconds(100)).components.seconds),
                    responseTopic: responseTopic, correlation: correlation)
                if wait <= limit ?? .zero { send(message, by: host) }
            case .answer(let topic, let correlation, let payload):
                send(HouseholdMessage(topic, payload, correlation: correlation), by: host)
            case .subscribe(let filter, let isWithoutKept): subscribe(host, to: filter, isWithoutKept: isWithoutKept)
            case .unsubscribe(let filter):
                hosts[host].filters[filter] = nil
                broker.unsubscribe(host, from: filter)
            case .renamed: rename(host)
            case .perform(let command, let token): perform(command, token, at: host)
            case .outcome(let id, let code):
                trace("\(host) hears of \(id): \(code)")
                if sentAt[id] == nil, code == "handled" { report("\(host) hears of \(id), which it did not send") }
            case .show(let remote): hosts[host].shown[remote.name] = remote
            case .hide(let name): hosts[host].shown[name] = nil
            case .begin(let remote): begin(remote, at: host)
            case .end(let remote, let mayResume): end(remote, mayResume: mayResume, at: host)
            case .nameTaken, .refused: break
            }
        }
    }

    private mutating func send(_ message: HouseholdMessage, isRetained: Bool = false, by host: Int) {
        guard hosts[host].connection != nil else { return report("\(host) publishes without a connection") }
        // What goes into a pulled cable is lost.
        if isAlive(host) { publish(message, isRetained: isRetained) }
    }

    private mutating func subscribe(_ host: Int, to filter: String, isWithoutKept: Bool) {
        hosts[host].filters[filter] = isWithoutKept
        guard isAlive(host) else { return }
        let time = max(now, brokerStandsUntil)
        deliveries += broker.subscribe(host, to: filter, isWithoutKept: isWithoutKept, at: time, &random)
    }

    private mutating func rename(_ host: Int) {
        trace("\(host) is \(hosts[host].household.name) now")
        // A host whose loop stood while another objected has told its calls under the other's name.
        falsified.insert(hosts[host].household.settings.name)
        if isAlive(host) { _ = broker.disconnect(host, cleanly: true) }
        lose(host)
    }

    // MARK: Acts

    private mutating func perform(_ command: HouseholdCommand, _ token: Int, at host: Int) {
        trace("\(host) does \(command.action), \(command.id ?? "which has no identifier")")
        // Those of a stranger have an identifier that no host makes, or none.
        if let id = command.id, let sent = sentAt[id] {
            if !performed.insert("\(id) at \(host)").inserted { report("command \(id) is done twice at \(host)") }
            // By MQTT 3.1.1 nobody tells how long it has waited for the broker.
            let oldest = Household.oldest + (broker.speaksVersion5 ? .seconds(1) : Household.oldest)
            if now - sent > oldest { report("command \(id) is done \(now - sent) after it was sent") }
        } else if strangerAskedAt.map({ now - $0 > .seconds(6) }) ?? true {
            report("\(host) does a command that nobody has sent, or that the broker had kept")
        }
        switch command.action {
        case .play: hosts[host].press(true)
        case .pause: hosts[host].press(false)
        case .toggle: hosts[host].press(!hosts[host].isPlaying)
        default: report("\(command.action) is done, which is not allowed")
        }
        hosts[host].household.finished(token, outcome: "handled", at: time(of: host))
        tell(host)
    }

    private mutating func begin(_ remote: RemoteInterruption, at host: Int) {
        let id = remote.interruption.id
        trace("\(host) is held by \(id)")
        // A loop may have stood for 20 s with the message in its socket, the broker for 15 s before, and a broken connection goes
        // unnoticed for 8 s.
        if let ended = endedAt[id], now - ended > .seconds(50) {
            report("\(host) begins \(id), which ended \(now - ended) ago")
        }
        if hosts[host].household.name == remote.host { report("\(host) holds itself by \(id)") }
        hosts[host].begin("\(remote.host)/\(id)")
        tell(host)
    }

    private mutating func end(_ remote: RemoteInterruption, mayResume: Bool, at host: Int) {
        let id = remote.interruption.id
        trace("\(host) is held no more by \(id)\(mayResume ? ", and may go on" : "")")
        // It may go on as another one, which then holds what it held.
        let goesOn = hosts[host].holds.contains { $0.hasPrefix("\(remote.host)/") && $0 != "\(remote.host)/\(id)" }
        if mayResume, endedAt[id] == nil, !goesOn, !falsified.contains(remote.host) {
            report("\(host) goes on although \(id) has not ended")
        }
        hosts[host].end("\(remote.host)/\(id)", mayResume: mayResume)
        tell(host)
    }
}
