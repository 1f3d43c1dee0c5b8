// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

/// Certificates in a folder, made by OpenSSL's program for one test.
struct TestCertificates {
    let folder: TemporaryFolder

    /// Makes an authority: `NAME.pem` and `NAME.key`.
    func makeAuthority(_ name: String) throws { try make(name, ["-subj", "/CN=authority \(name)"]) }

    /// Makes a certificate by an authority.
    ///
    /// - Parameter owner: whose it is, such as `DNS:localhost` or `IP:127.0.0.1`.
    func make(_ name: String, of owner: String, by authority: String) throws {
        try make(
            name,
            [
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(owner)", "-CA", "\(folder.path)/\(authority).pem",
                "-CAkey", "\(folder.path)/\(authority).key",
            ])
    }

    private func make(_ name: String, _ arguments: [String]) throws {
        let (key, file) = ("\(folder.path)/\(name).key", "\(folder.path)/\(name).pem")
        let program = try ChildProcess(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc",
                "-days", "2", "-keyout", key, "-out", file,
            ] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        try program.waitForEnd()
        #expect(program.exitStatus == 0, "openssl made no \(name): \(program.printed)")
    }
}
