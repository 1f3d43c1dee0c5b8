// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonReactorHost
import Glibc

/// Lists the names on the session bus with `await`: the reactor is turned beside the tasks of the main actor.
@main
@MainActor
struct AwaitExample {
    static func main() async throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { return print("there is no session bus") }
        let reactor = try Reactor()
        let host = ReactorHost(reactor)
        let bus = Connection(address: String(cString: address), reactor: reactor)
        try bus.open()
        for name in try await bus.names() { print(name) }
        host.stop()
    }
}

extension Connection {
    /// The names on the bus.
    @MainActor func names() async throws(DBusError) -> [String] {
        var result: Result<[String], DBusError>?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            listNames {
                result = $0
                continuation.resume()
            }
        }
        // The handler was called, so there is a result.
        return try result?.get() ?? []
    }
}
