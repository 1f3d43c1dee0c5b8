// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonIntake
import BatonLog
import BatonRouting
import BatonSession
import BatonSettings
import BatonState

/// The path from a command to a player: the intake, the chain, its players and registered apps, and the saved choices.
@MainActor
final class RoutingParts: AgentPartGroup {
    let window: MediaWindow
    let application: AgentApplication
    let choices: UserChoices
    let seeking: SeekSessions
    let intake: CommandIntake
    let firstAnswers: FirstAnswers
    let queues: CallQueues
    let apps: AppRegistry
    let directory: PlayerDirectory
    let nowPlaying: NowPlayingNotice

    /// The apps and the seek sessions come before the players: the end of seeking goes to a player that must still be
    /// known.
    var parts: [any AgentPart] {
        [choices, application, queues, apps, intake, seeking, directory, firstAnswers, nowPlaying]
    }

    init(
        connection: Connection, session: SessionMonitor, configuration: Configuration, paths: Paths,
        environment: [String: String], logger: Logger
    ) {
        let reactor = connection.reactor
        let keeper = StateKeeper(store: StateStore(directory: paths.stateDirectory)) { logger.warning("\($0)") }
        let window = MediaWindow(order: RoutingOrder(policy: configuration.routing.policy, pin: keeper.state.pin))
        self.window = window
        application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        choices = UserChoices(window: window, keeper: keeper, reactor: reactor)
        seeking = SeekSessions(reactor: reactor, window: window, steps: configuration.seek)
        let intake = CommandIntake(
            application: application, launcher: Launcher(reactor: reactor, environment: environment),
            seeking: seeking, longestHold: configuration.routing.startWait,
            isLocked: { [weak session] in session?.isLocked ?? true }, reactor: reactor)
        self.intake = intake
        firstAnswers = FirstAnswers(reactor: reactor, longest: configuration.routing.startWait) {
            intake.setHolding($0)
        }
        queues = Self.queues(connection, configuration)
        apps = AppRegistry(connection: connection, window: window, desktop: application.desktopWindow, queues: queues)
        directory = PlayerDirectory(
            connection: connection, window: window, seeking: seeking, choices: choices, firstAnswers: firstAnswers,
            queues: queues, configuration: configuration, logger: logger)
        nowPlaying = NowPlayingNotice(
            window: window, notifications: NotificationClient(connection: connection, reactor: reactor),
            reactor: reactor)
    }

    private static func queues(_ connection: Connection, _ configuration: Configuration) -> CallQueues {
        let ledger = SenderLedger(limit: configuration.limits.waitingPerSender) { highWater in
            if highWater >= 1000 { Memory.release() }
        }
        return CallQueues(
            connection: connection, ledger: ledger, mostInFlight: configuration.limits.inFlightPerPlayer,
            playerDeadline: configuration.routing.callTimeout, appDeadline: configuration.routing.appTimeout)
    }
}
