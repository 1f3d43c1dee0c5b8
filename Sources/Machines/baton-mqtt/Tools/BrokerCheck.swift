// SPDX-License-Identifier: Apache-2.0

import BatonHomeAssistant
import BatonHousehold
import BatonMQTT
import BatonMachinesLink
import BatonReactor
import SystemPackage

/// Examines the broker: whether it lets this machine in, what it refuses, how long a message takes.
///
/// The messages go to a topic of this machine's own that nobody reads, and that no right but that for its own topics covers.
final class BrokerCheck {
    private let visit: BrokerVisit
    private let announces: Bool
    private var report: BrokerReport
    private var arrived: Set<[UInt8]> = []

    /// How many messages are sent at quality 1.
    private static let rounds = 9
    /// A message of quality 2 that takes longer by this was held back: the broker waits for an acknowledgement before it sends the
    /// next small packet, and a kernel delays that for 40 ms. At quality 1 it happens to few messages, at 2 to nearly all.
    private static let hold = Duration.milliseconds(30)

    /// - Parameter announces: whether Home Assistant is told of this machine.
    init(_ visit: BrokerVisit, announces: Bool) {
        self.visit = visit
        self.announces = announces
        report = BrokerReport(.failed, broker: visit.address)
        report.name = visit.settings.name.text
    }

    /// Examines it; takes some seconds at most.
    func run() -> BrokerReport {
        guard visit.connect() else {
            report.note(visit.failure ?? .silent)
            return report
        }
        report.state = .connected
        report.speaksVersion5 = visit.connection.speaksVersion5
        let (available, check) = (own(.available), "\(visit.topics.base)/\(visit.settings.name)/check")
        visit.connection.onMessage = { [weak self] arrival in
            guard let self else { return }
            let message = arrival.message
            if message.topic.text == available { report.isTold = message.payload.elementsEqual("online".utf8) }
            if message.topic.text == check { arrived.insert(message.payload) }
        }
        visit.subscribe(filters + [available])
        if let filter = TopicFilter(check) { visit.connection.subscribe(to: filter, .exactlyOnce) }
        visit.wait(BrokerVisit.settling)
        measure(check)
        tryHomeAssistant()
        visit.close()
        report.refused = visit.refused
        return report
    }

    private func own(_ topic: HostTopic) -> String { visit.topics.text(of: topic, at: visit.settings.name) }

    /// What the service subscribes to.
    private var filters: [String] {
        var result = [HostTopic.available, .about].map { visit.topics.filter(for: $0) }
        if visit.settings.sharing.follows { result.append(visit.topics.filter(for: .interruptions)) }
        result += visit.settings.followed.sorted().map { visit.topics.text(of: .now, at: $0) }
        return result + [HostTopic.command, .ask].map { own($0) }
    }

    /// Takes away an announcement that nobody makes.
    private func tryHomeAssistant() {
        guard announces, let topic = Topic(HomeAssistantDevice.probe(of: visit.settings.id)) else { return }
        let message = MQTTMessage(topic, payload: [], quality: .atLeastOnce, isRetained: true)
        guard (try? visit.connection.publish(message)) != nil else { return }
        visit.turn(until: { visit.connection.isConfirmed }, before: visit.reactor.now + .seconds(2))
    }

    private func measure(_ text: String) {
        guard let topic = Topic(text) else { return }
        guard let usual = middle(topic, .atLeastOnce, Self.rounds) else { return }
        report.latency = usual
        // One may be late for another reason.
        guard let slow = middle(topic, .exactlyOnce, 3) else { return }
        report.holdsBack = slow - usual > Self.hold
    }

    /// How long a message takes, in the middle of some; nil if one does not come.
    private func middle(_ topic: Topic, _ quality: QualityOfService, _ rounds: Int) -> Duration? {
        var times: [Duration] = []
        for round in 0..<rounds {
            guard let time = time(topic, quality, round) else { return nil }
            times.append(time)
        }
        return times.sorted()[rounds / 2]
    }

    /// How long a message takes to the broker and back; nil if it does not come.
    private func time(_ topic: Topic, _ quality: QualityOfService, _ round: Int) -> Duration? {
        let payload = Array(#"{"check":"\#(quality) \#(round)"}"#.utf8)
        let begun = visit.reactor.now
        guard (try? visit.connection.publish(MQTTMessage(topic, payload: payload, quality: quality))) != nil,
            visit.turn(until: { arrived.contains(payload) }, before: begun + .seconds(2))
        else { return nil }
        return visit.reactor.now - begun
    }
}

extension BrokerReport {
    /// Notes why there is no connection.
    mutating func note(_ failure: MQTTFailure) {
        switch failure {
        case .unknownHost: code = .unknownHost
        case .unreachable(let number): (code, detail) = (.unreachable, "\(Errno(rawValue: number))")
        case .silent: code = .silent
        case .security(.wrongHost): code = .wrongHost
        case .security(.untrusted(let words)): (code, detail) = (.untrusted, words)
        case .security(.file(let path)): (code, detail) = (.file, path)
        case .security(.other(let words)): (code, detail) = (.security, words)
        case .credentials: code = .credentials
        case .notAllowed: code = .notAllowed
        case .version: code = .version
        case .takenOver, .lost: code = .lost
        case .unavailable: code = .unavailable
        case .refused(let number): (code, detail) = (.protocolError, "\(number)")
        }
    }
}
