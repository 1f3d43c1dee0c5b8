// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonHousehold
import BatonLog
import BatonMQTT
import BatonReactor
import BatonSettings
import Glibc

/// The whole program: the session bus on one side, the broker on the other, and the household between them.
///
/// Everything happens in turns of one reactor, in one thread.
final class MachineService {
    private let options: ProgramOptions
    private let environment: [String: String]
    private let reactor: Reactor
    private let logger: Logger
    private var configuration: Configuration
    private let bus: Connection
    private let sleep: SleepSignal
    private var bridge: MachineBridge?
    private var exitStatus: Int32 = 0

    init(
        options: ProgramOptions, configuration: Configuration, environment: [String: String], reactor: Reactor,
        logger: Logger
    ) {
        self.options = options
        self.configuration = configuration
        self.environment = environment
        self.reactor = reactor
        self.logger = logger
        bus = Connection(address: Self.busAddress(environment), reactor: reactor)
        sleep = SleepSignal(on: reactor, logger: logger)
    }

    /// Runs until a signal ends it.
    ///
    /// - Returns: the exit status.
    func run() throws -> Int32 {
        guard configuration.mqtt.broker != nil else {
            logger.error("there is no broker: set [mqtt] broker in baton.conf, or run: batonctl setup --mqtt")
            return EX_CONFIG
        }
        let signals = try reactor.signals([.terminate, .interrupt, .hangUp]) { [weak self] signal in
            if signal == .hangUp { self?.reload() } else { self?.reactor.stop() }
        }
        defer { signals.cancel() }
        do throws(DBusError) {
            try bus.open()
        } catch {
            logger.error("the session bus cannot be reached: \(error)")
            return EX_UNAVAILABLE
        }
        sleep.onChange = { [weak self] in self?.bridge?.sleepChanged(isSleeping: $0) }
        sleep.open()
        begin()
        try reactor.run()
        bridge?.close()
        bridge = nil
        bus.close()
        return exitStatus
    }

    private func begin() {
        let identity = MachineIdentity.present
        let settings = HouseholdSettings(configuration, identity)
        guard
            let broker = MQTTBroker(configuration.mqtt, settings, credentials: environment["CREDENTIALS_DIRECTORY"])
        else { return }
        let bridge = MachineBridge(
            settings, broker, tellsPictures: configuration.mqtt.pictures, bus: bus,
            address: Self.busAddress(environment), logger: logger)
        self.bridge = bridge
        let state = environment["XDG_STATE_HOME"] ?? environment["HOME"].map { "\($0)/.local/state" }
        bridge.tellHomeAssistant(
            isOn: configuration.mqtt.homeAssistant, mark: state.map { "\($0)/baton/home-assistant" })
        bridge.open()
    }

    private func reload() {
        do throws(ConfigurationError) {
            configuration = try options.configuration(environment)
            logger.notice("the configuration was read anew")
        } catch {
            for diagnostic in error.diagnostics { logger.error("\(diagnostic)") }
            return logger.error("the configuration has errors and stays as it was")
        }
        bridge?.close()
        bridge = nil
        guard configuration.mqtt.broker != nil else {
            return logger.notice("the configuration has no broker any more; nothing is told")
        }
        begin()
    }

    private static func busAddress(_ environment: [String: String]) -> String {
        environment["DBUS_SESSION_BUS_ADDRESS"]
            ?? "unix:path=\(environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())")/bus"
    }
}
