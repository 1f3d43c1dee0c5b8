// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMQTT

/// TLS to a real mosquitto: which certificates are trusted, and what is said of the others.
@Suite struct MQTTSecurityTests {
    private let stage: MQTTStage

    init() throws { stage = try MQTTStage() }

    /// A broker by TLS, with a certificate of the authority `home`; `stranger` is another authority.
    private func broker(of owner: String, _ lines: String = "") throws -> TestBroker {
        let files = "certfile FOLDER/broker.pem\nkeyfile FOLDER/broker.key\ncafile FOLDER/home.pem"
        return try TestBroker("allow_anonymous true\n\(files)\n\(lines)") { folder in
            let certificates = TestCertificates(folder: folder)
            try certificates.makeAuthority("home")
            try certificates.makeAuthority("stranger")
            try certificates.make("broker", of: owner, by: "home")
            try certificates.make("laptop", of: "DNS:laptop", by: "home")
        }
    }

    private func security(_ broker: TestBroker, authority: String = "home", client: String? = nil) -> MQTTSecurity {
        let folder = broker.folder.path
        return MQTTSecurity(
            authority: "\(folder)/\(authority).pem", certificate: client.map { "\(folder)/\($0).pem" },
            key: client.map { "\(folder)/\($0).key" })
    }

    @Test("a certificate of the host's name or address by a known authority is trusted, and messages arrive")
    func trusted() throws {
        for (owner, host) in [("DNS:localhost", "localhost"), ("IP:127.0.0.1", "127.0.0.1")] {
            let broker = try broker(of: owner)
            let one = stage.connection(to: broker, host: host, security: security(broker))
            let inbox = Inbox(of: one)
            let topic = try #require(Topic("baton/laptop/now"))
            one.subscribe(to: TopicFilter(topic))
            stage.connect(one)
            stage.settle(one)
            // More than one record of TLS has.
            let payload = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try one.publish(MQTTMessage(topic, payload: payload, quality: .atLeastOnce))
            #expect(stage.reactor.turn(until: { inbox.payloads == [payload] }), "\(owner): \(one.state)")
            one.close()
        }
    }

    @Test("a certificate of another host is refused, although its authority is known")
    func wrongHost() throws {
        for (owner, host) in [("DNS:elsewhere", "localhost"), ("DNS:localhost", "127.0.0.1"), ("IP:::1", "127.0.0.1")] {
            let broker = try broker(of: owner)
            let one = stage.connection(to: broker, host: host, security: security(broker))
            #expect(stage.failure(of: one) == .security(.wrongHost), "\(owner) is not \(host)")
        }
    }

    @Test("a certificate of another authority is refused, and so is one that the system does not know")
    func wrongAuthority() throws {
        let broker = try broker(of: "IP:127.0.0.1")
        for security in [security(broker, authority: "stranger"), MQTTSecurity()] {
            let failure = stage.failure(of: stage.connection(to: broker, security: security))
            guard case .security(.untrusted(let words)) = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(words.contains("certificate"), "\(words)")
        }
    }

    @Test("a broker that asks for a client's certificate lets in who has one, and nobody else")
    func clientCertificate() throws {
        let broker = try broker(of: "IP:127.0.0.1", "require_certificate true")
        stage.connect(stage.connection(to: broker, security: security(broker, client: "laptop")))
        let failure = stage.failure(of: stage.connection(to: broker, as: "two", security: security(broker)))
        guard case .security(.other(let words)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        // By TLS 1.3 the handshake is over for this client then: its first packet may meet the closed socket before the alert is
        // read, and libmosquitto reads no more.
        #expect(["alert 116: certificate required", "the broker broke the protocol off"].contains(words))
    }

    @Test("a file that is not there is named")
    func missingFile() throws {
        let broker = try broker(of: "IP:127.0.0.1")
        let security = MQTTSecurity(authority: "/nonexistent/home.pem")
        let failure = stage.failure(of: stage.connection(to: broker, security: security))
        #expect(failure == .security(.file("/nonexistent/home.pem")))
    }

    @Test("a client by TLS at a broker without, and the other way round, fail and do not hang")
    func oneSided() throws {
        let plain = try TestBroker()
        let failure = stage.failure(of: stage.connection(to: plain, security: MQTTSecurity()))
        #expect(failure != nil)
        let secure = try broker(of: "IP:127.0.0.1")
        #expect(stage.failure(of: stage.connection(to: secure)) == .lost)
    }
}
