// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

/// A broker that does what a mosquitto of Debian does not: it speaks MQTT 3.1.1 only, or says that another client has come. It
/// lets clients in, and does nothing else.
final class OddBroker {
    /// What it does with a client of MQTT 5.
    enum Manner {
        /// As MQTT 3.1.1 says: "unacceptable protocol version".
        case refuses
        /// It closes the connection without a word.
        case hangsUp
        /// It lets it in, and then says that another client has its name.
        case takesOver
    }

    let port: UInt16
    private(set) var versions: [UInt8] = []
    private let manner: Manner
    private let listener: FileDescriptor
    private let reactor: Reactor
    private var watches: [Watch] = []
    private var clients: [FileDescriptor] = []

    init(_ manner: Manner, on reactor: Reactor) throws {
        self.manner = manner
        self.reactor = reactor
        port = try FreePort.find()
        listener = FileDescriptor(rawValue: try #require(FreePort.listen(on: port)))
        watches.append(try reactor.watch(listener, for: .readable) { [weak self] _ in self?.takeClient() })
    }

    deinit {
        for watch in watches { watch.cancel() }
        for file in clients + [listener] { try? file.close() }
    }

    private func takeClient() {
        let client = FileDescriptor(rawValue: accept(listener.rawValue, nil, nil))
        clients.append(client)
        var watch: Watch?
        watch = try? reactor.watch(client, for: .readable) { [weak self] _ in
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = recv(client.rawValue, &bytes, bytes.count, 0)
            // CONNECT: a head of two bytes, a length of two, "MQTT", the version.
            guard count > 8, bytes[0] == 0x10 else {
                watch?.cancel()
                return
            }
            self?.answer(client, version: bytes[8])
        }
        if let watch { watches.append(watch) }
    }

    private func answer(_ client: FileDescriptor, version: UInt8) {
        versions.append(version)
        switch (version, manner) {
        case (4, _): send([0x20, 2, 0, 0], to: client)
        case (_, .refuses): send([0x20, 2, 0, 1], to: client)
        case (_, .hangsUp): break
        case (_, .takesOver): send([0x20, 3, 0, 0, 0, 0xE0, 1, 0x8E], to: client)
        }
        if version != 4 { shutdown(client.rawValue, Int32(SHUT_RDWR)) }
    }

    private func send(_ bytes: [UInt8], to client: FileDescriptor) {
        _ = Glibc.send(client.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
