// SPDX-License-Identifier: Apache-2.0

import BatonInterruptionSources
import BatonReactor
import BatonRouting

/// The registered apps of `pause --all`, the sleep timer and `resume`: an app that plays is told, and pauses by itself (rules
/// I15 and I47).
@MainActor
final class AppsTogether {
    private let core: Interruptions
    private let apps: AppRegistry
    private let reactor: Reactor
    /// The number that the apps were told, until the user lets them go on, and when they were told last.
    private var told: (id: UInt32, at: Duration)?

    /// How long after they were told apps go on, as players do.
    static let longest = Duration.seconds(24 * 3600)

    init(core: Interruptions, apps: AppRegistry, reactor: Reactor) {
        self.core = core
        self.apps = apps
        self.reactor = reactor
    }

    /// Tells the apps that play and were not told before.
    ///
    /// - Returns: their identifiers.
    func pause() -> [String] {
        let id = told?.id ?? core.takeID()
        var names: [String] = []
        apps.tell { app in
            if app.options.isPlaying, app.interruptionBegan(id, "manual") { names.append(app.id.rawValue) }
        }
        if !names.isEmpty { told = (id, reactor.now) }
        return names.sorted()
    }

    /// Tells the apps that were told that they may go on.
    ///
    /// - Returns: the identifiers of those that may.
    func resume() -> [String] {
        let isInTime = told.map { reactor.now - $0.at <= Self.longest } ?? false
        return end(shouldResume: isInTime)
    }

    /// Tells the apps that it is over, and that they stay as they are.
    func forget() { _ = end(shouldResume: false) }

    private func end(shouldResume: Bool) -> [String] {
        guard let id = told?.id else { return [] }
        told = nil
        var names: [String] = []
        apps.tell { app in
            if app.interruptionEnded(id, shouldResume: shouldResume), shouldResume { names.append(app.id.rawValue) }
        }
        return names.sorted()
    }
}
