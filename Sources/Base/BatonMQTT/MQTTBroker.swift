// SPDX-License-Identifier: Apache-2.0

/// Where the broker is, and how a client introduces itself there.
///
/// For example:
/// ```swift
/// let broker = MQTTBroker(host: "home.example", port: 8883, client: "baton-3f2a", security: MQTTSecurity())
/// ```
package struct MQTTBroker: Equatable, Sendable {
    /// A name that the system's resolver knows, or an address.
    package var host: String
    /// Its port: 1883, and 8883 by TLS, unless the broker's configuration has another.
    package var port: UInt16
    /// The client's identifier. Of two clients with one identifier the broker throws out the earlier.
    package var client: String
    /// The user's name; nil for none.
    package var user: String?
    /// The user's password; nil for none. Without TLS everybody on the network can read it.
    package var password: String?
    /// TLS; nil for none.
    package var security: MQTTSecurity?
    /// After how much silence the client asks whether the broker is there; at least 5 s. The broker sends the will after 1.5 times
    /// as long.
    package var keepAlive: Duration
    /// Whether MQTT 5 is spoken. A broker that speaks 3.1.1 only refuses it.
    package var speaksVersion5: Bool

    /// Names a broker. `keepAlive` is made at least 5 s.
    package init(
        host: String, port: UInt16 = 1883, client: String, user: String? = nil, password: String? = nil,
        security: MQTTSecurity? = nil, keepAlive: Duration = .seconds(60), speaksVersion5: Bool = true
    ) {
        self.host = host
        self.port = port
        self.client = client
        self.user = user
        self.password = password
        self.security = security
        self.keepAlive = max(keepAlive, .seconds(5))
        self.speaksVersion5 = speaksVersion5
    }
}

/// Which certificates a connection by TLS needs. The broker's must be of its host's name, and the version is TLS 1.2 at least.
///
/// For example:
/// ```swift
/// let security = MQTTSecurity(authority: "/etc/ssl/home.pem")
/// ```
package struct MQTTSecurity: Equatable, Sendable {
    /// The file of the authorities that may have signed the broker's certificate; nil for the system's.
    package var authority: String?
    /// The file of this client's certificate, where the broker asks for one.
    package var certificate: String?
    /// The file of the key of ``certificate``, in PEM and without a password.
    package var key: String?

    /// What is wrong with a certificate or a file.
    package enum Problem: Equatable, Sendable {
        /// The broker's certificate is of another host.
        case wrongHost
        /// No known authority signed the broker's certificate, or it is not valid now; OpenSSL's words.
        case untrusted(String)
        /// This file is not there, or is not what it should be.
        case file(String)
        /// The broker refuses this client's certificate or speaks no TLS; OpenSSL's words where it has some.
        case other(String)
    }

    /// Names the files.
    package init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
        self.authority = authority
        self.certificate = certificate
        self.key = key
    }
}
