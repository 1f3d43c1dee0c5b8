// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A real mosquitto in a folder of its own, with or without TLS.
final class BenchBroker {
    let port: UInt16
    let folder: String
    /// The file of the authorities: those of the system, and the one that has signed the broker's certificate. Nil without TLS.
    let authorities: String?
    private let process: ChildProcess

    /// - Parameter lines: lines of mosquitto.conf.
    init(_ lines: [String], isSecure: Bool = false) throws(BenchError) {
        port = try Self.freePort()
        let folder = try TextFile.makeFolder()
        self.folder = folder
        var text = "listener \(port) 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n"
        if isSecure {
            try Self.makeCertificates(in: folder)
            text += "certfile \(folder)/broker.pem\nkeyfile \(folder)/broker.key\n"
        }
        authorities = isSecure ? "\(folder)/authorities.pem" : nil
        let file = "\(folder)/mosquitto.conf"
        try TextFile.write(text + lines.joined(separator: "\n") + "\n", to: file)
        process = try ChildProcess(["/usr/sbin/mosquitto", "-c", file], environment: ["PATH": "/usr/bin:/bin"])
        MonotonicTime.pause(milliseconds: 300)
    }

    deinit {
        process.stop()
        for name in TextFile.entries(of: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func makeCertificates(in folder: String) throws(BenchError) {
        let script = """
            cd "$0" && exec >/dev/null 2>&1
            openssl req -x509 -newkey rsa:2048 -nodes -keyout home.key -out home.pem -days 2 -subj /CN=home &&
            openssl req -newkey rsa:2048 -nodes -keyout broker.key -out broker.csr -subj /CN=broker &&
            printf 'subjectAltName=IP:127.0.0.1' >names &&
            openssl x509 -req -in broker.csr -CA home.pem -CAkey home.key -CAcreateserial -out broker.pem -days 2 -extfile names &&
            cat /etc/ssl/certs/ca-certificates.crt home.pem >authorities.pem
            """
        let status = try ChildProcess(
            ["/bin/sh", "-c", script, folder], environment: ["PATH": "/usr/bin:/bin", "HOME": folder]
        ).waitForEnd()
        guard status == 0 else {
            throw BenchError("openssl made no certificates: are openssl and ca-certificates installed?")
        }
    }

    private static func freePort() throws(BenchError) -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 ? getsockname(socket, address, &size) : -1
            }
        }
        guard result == 0 else { throw BenchError("no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
