// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonValues

extension Household {
    // MARK: What others ask of this host

    /// Takes a command: it is done at most once, not if it is old, never if the broker had kept it, and only if it is allowed.
    mutating func takeCommand(_ message: HouseholdMessage, _ topic: HostTopic, at now: Duration) {
        guard !message.payload.isEmpty || !message.isRetained else { return }
        var caller = RunningCommand(
            id: nil, responseTopic: message.responseTopic, correlation: Array(message.correlation.prefix(256)))
        guard !message.isRetained else { return refuse(caller, "retained", message.topic, at: now) }
        guard limit.allows(at: now) else { return refuse(caller, "too-many", message.topic, at: now) }
        let command: HouseholdCommand
        do throws(HouseholdCommand.Mistake) {
            command =
                try topic == .volume
                ? HouseholdCommand(volume: message.payload) : HouseholdCommand(payload: message.payload)
        } catch {
            return refuse(caller, error.rawValue, message.topic, at: now)
        }
        caller.id = command.id
        if let id = command.id, let entry = ledger.entry(id, at: now) {
            // It came twice. The answer does too, once there is one.
            if case .finished(let code) = entry { answer(caller, code, at: now) }
            return
        }
        // The broker counts what a message has lain there off its expiry.
        let clock = HostInstant(run: run, at: now)
        guard message.age <= min(Self.oldest, message.expiry ?? Self.oldest), command.end?.isOver(at: clock) != true
        else { return refuse(caller, "too-old", message.topic, at: now) }
        // Nobody who has heard this clock can mean that, and the command would count while it lies somewhere.
        guard command.end?.isFarther(than: Self.oldest, from: clock) != true else {
            return refuse(caller, HouseholdCommand.Mistake.wrongEnd.rawValue, message.topic, at: now)
        }
        guard settings.allowed.contains(command.action.permission) else {
            return refuse(caller, "not-allowed", message.topic, at: now)
        }
        if let id = command.id, !ledger.take(id, at: now) {
            return refuse(caller, "too-many", message.topic, at: now)
        }
        guard running.count < 256 else { return refuse(caller, "too-many", message.topic, at: now) }
        let token = nextToken
        nextToken += 1
        running[token] = caller
        effects.append(.perform(command, token: token))
    }

    /// A command has been done, or not.
    ///
    /// - Parameters:
    ///   - token: that of ``HouseholdEffect/perform(_:token:)``.
    ///   - outcome: a code, such as `handled`.
    package mutating func finished(_ token: Int, outcome: String, at now: Duration) {
        guard let caller = running.removeValue(forKey: token) else { return }
        if let id = caller.id { ledger.finish(id, code: outcome) }
        answer(caller, outcome, at: now)
    }

    private mutating func refuse(_ caller: RunningCommand, _ code: String, _ topic: String, at now: Duration) {
        refuse(code, topic)
        answer(caller, code, at: now)
    }

    mutating func refuse(_ code: String, _ topic: String) {
        guard told.count < 32, told.insert(code).inserted else { return }
        effects.append(.refused(code: code, topic: topic))
    }

    private mutating func answer(_ caller: RunningCommand, _ code: String, at now: Duration) {
        // An answer to a command topic would be a command: only answers' own topics, and foreign ones, get one.
        guard canAnswer, let topic = caller.responseTopic, topics.parse(topic).map({ $0.topic == .answer }) ?? true
        else {
            return
        }
        let clock = HostInstant(run: run, at: now).text
        let payload = JSONValue.object(["outcome": .string(code), "clock": .string(clock)]).text
        effects.append(.answer(topic: topic, correlation: caller.correlation, payload: Array(payload.utf8)))
    }

    // MARK: What this host asks of others

    /// Sends a command to another host.
    ///
    /// - Returns: the identifier that ``HouseholdEffect/outcome(id:code:)`` will name.
    package mutating func send(
        _ action: HouseholdCommand.Action, _ value: HouseholdCommand.Value = .none, to host: HostName, at now: Duration
    ) -> String {
        nextID &+= 1
        let id = "\(settings.id.text.prefix(8))-\(String(nextID, radix: 36))"
        guard isConnected, hosts[host]?.isOnline == true else {
            effects.append(.outcome(id: id, code: "not-connected"))
            return id
        }
        guard sent.count < 256 else {
            effects.append(.outcome(id: id, code: "too-many"))
            return id
        }
        var command = HouseholdCommand(action, value, id: id)
        // Without answers nobody would hear that it counted as old.
        if canAnswer { command.end = hosts[host]?.clock?.end(ofWhatIsSentAt: now) }
        send(command, to: host, within: Self.oldest)
        if canAnswer {
            sent[id] = SentCommand(command: command, host: host, deadline: now + Self.oldest)
        } else {
            effects.append(.outcome(id: id, code: "sent"))
        }
        return id
    }

    private mutating func send(_ command: HouseholdCommand, to host: HostName, within limit: Duration) {
        effects.append(
            .send(
                topic: topics.text(of: .command, at: host), payload: Array(command.json.text.utf8),
                responseTopic: topics.text(of: .answer, at: name), correlation: Array((command.id ?? "").utf8),
                ifAnsweredWithin: command.end == nil ? limit : nil))
    }

    /// Reads an answer. One that nobody asked for is dropped.
    mutating func takeAnswer(_ message: HouseholdMessage, at now: Duration) {
        let id = String(decoding: message.correlation.prefix(64), as: UTF8.self)
        guard !message.isRetained, let asked = sent[id], let value = try? JSONReader.read(message.payload),
            let code = value["outcome"]?.asString, HouseholdText.isCode(code)
        else { return }
        if asked.command.end != nil, Self.refusalsByClock.contains(code), now < asked.deadline {
            // What it says with its refusal counts, whatever somebody has told of its clock before.
            hosts[asked.host]?.clock = nil
            hear(value["clock"], of: asked.host, at: now)
            return sendAgain(id, asked, at: now)
        }
        hear(value["clock"], of: asked.host, at: now)
        finishSent(id, code)
    }

    /// The outcomes of a command that says by its receiver's clock until when it counts, where that was not the time there.
    private static let refusalsByClock = ["too-old", HouseholdCommand.Mistake.wrongEnd.rawValue]

    /// What this host knew of the other's clock was late, or of its last start, or somebody else's. It has not done the command: it gets
    /// it once more, in the way that needs no clock.
    private mutating func sendAgain(_ id: String, _ asked: SentCommand, at now: Duration) {
        sent[id]?.command.end = nil
        var command = asked.command
        command.end = nil
        send(command, to: asked.host, within: asked.deadline - now)
    }

    mutating func finishSent(_ id: String, _ code: String) {
        guard sent.removeValue(forKey: id) != nil else { return }
        effects.append(.outcome(id: id, code: code))
    }
}
