// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonReactor
package import BatonRouting
package import BatonSession
package import BatonSettings
package import BatonShortcuts
import BatonValues

/// Media keys from settings daemons, KDE's shortcuts and the portal, and the service for old players where no settings
/// daemon exists.
@MainActor
package final class MediaKeysInput: AgentPart {
    package let inputs: InputRegistry
    private let modes: PlayModeKeys
    private let reactor: Reactor
    private let logger: Logger
    private let clients: [MediaKeysClient]
    private let server: MediaKeysServer
    private let kde: KDEInput?
    private let portal: PortalInput
    private let stateDirectory: String?
    private let session: SessionMonitor
    private var observation: Observation?
    private var configuration = Configuration.MediaKeys()
    private var isOpen = false
    package let environment: SessionEnvironment

    package init(
        connection: Connection, inputs: InputRegistry, window: MediaWindow, directory: PlayerDirectory,
        intake: CommandIntake, session: SessionMonitor, environment: SessionEnvironment, access: CallerAccess,
        stateDirectory: String?, logger: Logger
    ) {
        self.inputs = inputs
        self.logger = logger
        reactor = connection.reactor
        modes = PlayModeKeys(window: window, intake: intake)
        clients = [MediaKeysDaemon.gnome, .mate].map {
            MediaKeysClient($0, connection: connection, inputs: inputs, logger: logger) {
                Self.bindings(in: stateDirectory).contains(.gnome)
            }
        }
        server = MediaKeysServer(
            connection: connection, window: window, directory: directory, environment: environment, access: access,
            logger: logger)
        kde = stateDirectory.map {
            KDEInput(connection: connection, inputs: inputs, directory: $0, logger: logger)
        }
        portal = PortalInput(connection: connection, inputs: inputs, logger: logger)
        self.stateDirectory = stateDirectory
        self.session = session
        self.environment = environment
        for client in clients {
            client.onMode = { [modes] in modes.press($0) }
            client.onAppear = { [weak session] in session?.open() }
        }
        kde?.onAppear = { [weak session] in session?.open() }
        observation = session.observe { [weak self, weak session] change in
            if case .state = change, let session { self?.setServing(session.isActive != false) }
        }
    }

    package func apply(_ configuration: Configuration) {
        self.configuration = configuration.mediaKeys
        if isOpen { listen() }
    }

    package func open() {
        isOpen = true
        listen()
    }

    /// Opens the inputs that the configuration wants, and closes the others.
    private func listen() {
        for client in clients {
            if configuration.daemons { client.open() } else { client.close() }
        }
        server.set(configuration.serve)
        kde?.open()
        if configuration.portal {
            // The session's state is needed because a key may be down when the session becomes inactive.
            session.open()
            portal.open()
        } else {
            portal.close()
        }
    }

    /// Called when the session has become active or inactive.
    private func setServing(_ isServing: Bool) {
        for client in clients { client.setServing(isServing) }
        guard !isServing else { return }
        kde?.endSeeking()
        portal.endSeeking()
    }

    /// The desktops whose own shortcuts run batonctl, according to the records of `batonctl setup`.
    package var bindings: [SavedRecordKind] { Self.bindings(in: stateDirectory) }

    private static func bindings(in stateDirectory: String?) -> [SavedRecordKind] {
        guard let stateDirectory else { return [] }
        return [.gnome, .sway, .i3, .hyprland].filter {
            ((try? SavedRecord.load($0, in: stateDirectory)) ?? nil) != nil
        }
    }

    /// The lines that `batonctl setup` has added to a compositor's configuration, by its record.
    package func addedLines(_ compositor: Compositor) -> AddedLines? {
        guard let stateDirectory else { return nil }
        return ((try? SavedRecord.load(compositor.kind, in: stateDirectory)) ?? nil).flatMap(AddedLines.init)
    }

    /// Gives all keys and names back.
    package func close() {
        isOpen = false
        for client in clients { client.close() }
        server.close()
        kde?.close()
        portal.close()
    }

    /// Whether keys are being given back after ``close()``; false within 300 ms.
    package var isGivingBack: Bool { kde?.isGivingBack ?? false }

    /// Called when the players in the chain have changed.
    package func chainChanged() { server.review() }

    /// Called when the bus is lost, and with it the clients on it.
    package func busLost() { server.busLost() }
}
