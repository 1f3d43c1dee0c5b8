// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonForms
import BatonReactor
import BatonSettings
import BatonSetup
import BatonWindows

/// The running program: GTK's loop with the reactor in it, one connection to the bus, and one window.
final class SettingsProgram {
    private let host: LoopHost
    private let application = WindowApplication("org.baton.Baton.Settings")
    private let connection: Connection
    private let address: String?
    private var window: SettingsWindow?

    init(_ reactor: Reactor) {
        host = LoopHost(reactor)
        // Without an address no connection comes, which the pages say.
        address = Paths(environment: Paths.processEnvironment()).sessionBusAddress
        connection = Connection(address: address ?? "unix:path=/nonexistent", reactor: reactor)
    }

    deinit { connection.close() }

    func run(_ options: SettingsOptions) -> Int32 {
        application.onCommandLine = { [weak self] words in self?.started(Array(words.dropFirst())) ?? 1 }
        return application.run(["baton-settings"] + options.words)
    }

    /// Whether the session bus takes a connection but does not answer. A missing bus does not count: GTK goes on without it.
    static func busHangs(on reactor: Reactor) -> Bool {
        guard let address = Paths(environment: Paths.processEnvironment()).sessionBusAddress else { return false }
        let trial = Connection(address: address, reactor: reactor)
        defer { trial.close() }
        var isSettled = false
        trial.onStateChange = { state in
            switch state {
            case .connected, .waiting: isSettled = true
            case .closed, .connecting: break
            }
        }
        guard (try? trial.open()) != nil else { return false }
        let end = reactor.now + patience
        while !isSettled, reactor.now < end {
            guard (try? reactor.turn(timeout: end - reactor.now)) != nil else { return false }
        }
        return !isSettled
    }

    /// How long a bus may take to let a program in. Larger: a window beside a bus that hangs comes later.
    private static let patience = Duration.seconds(2)

    /// This start, or a later one of the same user: both show the one window.
    private func started(_ words: [String]) -> Int32 {
        guard let options = try? SettingsOptions(words) else { return 1 }
        let window = self.window ?? SettingsWindow(in: application, on: connection, address: address, .current)
        window.onClose = { [weak self] in self?.window = nil }
        self.window = window
        if let page = options.page { window.show(page) }
        window.present()
        return 0
    }
}
