// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
package import BatonRouting
package import BatonSession
package import BatonSettings
package import BatonValues

/// The screen stays on while something plays, if `[awake] players` says so (rules AWAKE1 to AWAKE8).
///
/// As long as it says `no` this is all there is of it.
@MainActor
package final class ScreenAwake: AgentPart {
    /// What it is made of.
    struct Parts {
        let directory: PlayerDirectory
        let audio: AudioCause
        let session: SessionMonitor
        let bus: SystemBus
        let connection: Connection
        let environment: [String: String]
        let logger: Logger
    }

    private let parts: Parts
    private var keeper: AwakeKeeper?
    private var settings = Configuration.Awake()
    private var isOpen = false
    private var observers = Observers<Void>()

    /// - Parameter environment: batond's; it names the directories of desktop files.
    package init(
        directory: PlayerDirectory, audio: AudioCause, session: SessionMonitor, bus: SystemBus, connection: Connection,
        environment: [String: String], logger: Logger
    ) {
        parts = Parts(
            directory: directory, audio: audio, session: session, bus: bus, connection: connection,
            environment: environment, logger: logger)
    }

    /// Adds an observer of ``holders``, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    package func apply(_ configuration: Configuration) {
        settings = configuration.awake
        review()
    }

    package func open() {
        isOpen = true
        review()
    }

    package func close() {
        isOpen = false
        review()
    }

    private func review() {
        guard isOpen, settings.isOn else {
            keeper?.close()
            keeper = nil
            return
        }
        if keeper == nil { keeper = AwakeKeeper(parts) { [weak self] in self?.observers.tell(()) } }
        keeper?.apply(settings)
    }

    /// Whether anything may keep the screen on.
    package var isOn: Bool { settings.isOn }

    /// The players that keep the screen on now, by their names on the bus.
    package var holders: [BusName] { keeper?.holders ?? [] }

    /// What keeps the screen on for Baton: `logind`, and the names of services of the desktop.
    package var ways: [String] { keeper?.ways ?? [] }
}
