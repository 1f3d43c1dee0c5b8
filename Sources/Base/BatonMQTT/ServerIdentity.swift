// SPDX-License-Identifier: Apache-2.0

import CMosquitto

/// TLS for a connection: OpenSSL's context, which trusts an authority and checks that the broker's certificate is of its host.
///
/// libmosquitto is given an address, because it would wait for the resolver. So it cannot know the host's name: its own check
/// would compare the certificate with the address. Everything is set in a context of this object's, which libmosquitto uses as
/// it is (`MOSQ_OPT_SSL_CTX`).
final class ServerIdentity {
    /// The place for what an application keeps with a context: `SSL_CTX_set_app_data` is a macro for it.
    private static let place: Int32 = 0

    private let context: OpaquePointer
    private let host: String
    /// What was wrong with the broker's certificate, or what the broker said was wrong with this client's; nil if nothing was.
    private(set) var problem: MQTTSecurity.Problem?

    /// - Parameters:
    ///   - host: the name or the address that the broker's certificate must have.
    ///   - security: the files.
    /// - Throws: ``MQTTFailure/security(_:)`` with the file that cannot be read or is not what it should be.
    init(of host: String, _ security: MQTTSecurity) throws(MQTTFailure) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw .security(.other("no memory")) }
        self.context = context
        self.host = host
        cmosquitto_require_tls_1_2(context)
        let check = SSL_CTX_get0_param(context)
        // An address stands in the certificate as an address, a name as a name.
        if X509_VERIFY_PARAM_set1_ip_asc(check, host) != 1 {
            X509_VERIFY_PARAM_set1_host(check, host, host.utf8.count)
        }
        SSL_CTX_set_ex_data(context, Self.place, Unmanaged.passUnretained(self).toOpaque())
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { isGood, store in
            if isGood == 0 { ServerIdentity.of(store: store)?.note(X509_STORE_CTX_get_error(store)) }
            return isGood
        }
        SSL_CTX_set_info_callback(context) { tls, stage, value in
            guard let tls, let identity = ServerIdentity.of(tls) else { return }
            switch stage {
            // The name replaces the address that libmosquitto tells the broker.
            case SSL_CB_HANDSHAKE_START: _ = cmosquitto_set_server_name(tls, identity.host)
            case SSL_CB_READ | SSL_CB_ALERT: identity.hear(alert: value)
            default: break
            }
        }
        try load(security)
    }

    deinit { SSL_CTX_free(context) }

    private static func of(_ tls: OpaquePointer) -> ServerIdentity? {
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(tls), place).map {
            Unmanaged<ServerIdentity>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func of(store: OpaquePointer?) -> ServerIdentity? {
        X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()).flatMap { of(OpaquePointer($0)) }
    }

    private func note(_ error: Int32) {
        problem =
            switch error {
            case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
            default: .untrusted(String(cString: X509_verify_cert_error_string(Int(error))))
            }
    }

    /// By TLS 1.3 the broker refuses this client's certificate when the handshake is over for the client. For libmosquitto the
    /// connection is then lost, like any other.
    private func hear(alert: Int32) {
        let (level, fatal) = (alert >> 8, Int32(SSL3_AL_FATAL))
        guard level == fatal, problem == nil else { return }
        let number = alert & 0xFF
        // OpenSSL 3.0 has no words for this one.
        let words =
            number == SSL_AD_CERTIFICATE_REQUIRED
            ? "certificate required" : String(cString: SSL_alert_desc_string_long(alert))
        problem = .other("alert \(number): \(words)")
    }

    private func load(_ security: MQTTSecurity) throws(MQTTFailure) {
        defer { ERR_clear_error() }
        if let file = security.authority {
            guard SSL_CTX_load_verify_locations(context, file, nil) == 1 else { throw .security(.file(file)) }
        } else {
            guard SSL_CTX_set_default_verify_paths(context) == 1 else { throw .security(.other("no authorities")) }
        }
        if let file = security.certificate {
            guard SSL_CTX_use_certificate_chain_file(context, file) == 1 else { throw .security(.file(file)) }
        }
        if let file = security.key {
            guard SSL_CTX_use_PrivateKey_file(context, file, SSL_FILETYPE_PEM) == 1 else {
                throw .security(.file(file))
            }
        }
    }

    /// Has a connection use this context. It must live as long as the connection.
    func secure(_ handle: OpaquePointer) throws(MQTTFailure) {
        // Else libmosquitto would set its own choice of files and its own check.
        var result = mosquitto_int_option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0)
        if result == 0 { result = mosquitto_void_option(handle, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(context)) }
        guard result == 0 else { throw .security(.other(String(cString: mosquitto_strerror(result)))) }
    }
}
