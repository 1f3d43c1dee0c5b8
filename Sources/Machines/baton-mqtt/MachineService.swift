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
    /// The session bus.
    private let address: String
    private let reactor: Reactor
    private let logger: Logger
    private var configuration: Configuration
    private let bus: Connection
    private let sleep: SleepSignal
    private var bridge: MachineBridge?

    init(
        options: ProgramOptions, configuration: Configuration, environment: [String: String], address: String,
        reactor: Reactor, logger: Logger
    ) {
        self.options = options
        self.configuration = configuration
        self.environment = environment
        self.address = address
        self.reactor = reactor
        self.logger = logger
        bus = Connection(address: address, reactor: reactor)
        sleep = SleepSignal(on: reactor, logger: logger)
    }

    /// Runs until a signal ends it.
    ///
    /// - Returns: the exit status.
    func run() throws -> Int32 {
        guard configuration.mqtt.broker != nil else {
            logger.error("there is no broker: set [mqtt] broker in baton.conf")
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
        return EX_OK
    }

    private func begin(after old: MachineBridge? = nil) {
        let identity = MachineIdentity.present
        let settings = HouseholdSettings(configuration, identity)
        guard
            let broker = MQTTBroker(configuration.mqtt, settings, credentials: environment["CREDENTIALS_DIRECTORY"])
        else { return }
        let bridge = MachineBridge(settings, broker, bus: bus, address: address, logger: logger)
        self.bridge = bridge
        if let path = OpenPassword.path(configuration.mqtt) {
            logger.warning("others can read the file of the password: chmod 600 \(path)")
        }
        if let old { bridge.remember(old) }
        bridge.tellHomeAssistant(
            isOn: configuration.mqtt.homeAssistant,
            mark: Paths(environment: environment).stateDirectory.map { "\($0)/home-assistant" },
            system: sleep.bus)
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
        let old = bridge
        old?.close()
        bridge = nil
        guard configuration.mqtt.broker != nil else {
            return logger.notice("the configuration has no broker any more; nothing is told")
        }
        begin(after: old)
    }
}
