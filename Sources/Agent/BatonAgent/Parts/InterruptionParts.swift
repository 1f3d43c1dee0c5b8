// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptionCauses
import BatonLog
import BatonSession
import BatonSettings
import BatonValues

/// What pauses players that nobody pressed a button for, and lets them go on.
@MainActor
final class InterruptionParts: AgentPartGroup {
    let core: Interruptions
    let audio: AudioCause
    let session: SessionCause
    let leases: LeaseRegistry
    let exclusive: ExclusiveCause
    let wear: WearCause
    let hooks: HookRunner
    let sleep: SleepTimer
    let awake: ScreenAwake
    private var observation: Observation?

    var parts: [any AgentPart] { [core, audio, session, leases, sleep, exclusive, wear, hooks, awake] }

    init(
        connection: Connection, routing: RoutingParts, desk: DeskParts, paths: Paths, environment: [String: String],
        surroundings: Surroundings, logger: Logger
    ) {
        let reactor = connection.reactor
        core = Interruptions(
            directory: routing.directory, seeking: routing.seeking,
            store: InterruptionStore(runtimeDirectory: paths.runtimeDirectory), reactor: reactor, logger: logger)
        let supervisor = AudioSupervisor(
            program: surroundings.helper("baton-audio"), environment: environment,
            stateDirectory: paths.stateDirectory, reactor: reactor, logger: logger)
        audio = AudioCause(interruptions: core, supervisor: supervisor, reactor: reactor, logger: logger)
        exclusive = ExclusiveCause(interruptions: core, reactor: reactor, logger: logger)
        hooks = HookRunner(
            interruptions: core, directory: routing.directory, session: desk.session, environment: environment,
            reactor: reactor, logger: logger)
        wear = WearCause(interruptions: core, reactor: reactor)
        sleep = SleepTimer(
            interruptions: core, reactor: reactor, store: SleepStore(runtimeDirectory: paths.runtimeDirectory),
            bootTime: surroundings.bootTime)
        leases = LeaseRegistry(interruptions: core, connection: connection)
        session = SessionCause(
            interruptions: core, audio: audio, sleepTimer: sleep, session: desk.session, bus: desk.systemBus,
            connection: connection, logger: logger)
        awake = ScreenAwake(
            directory: routing.directory, audio: audio, session: desk.session, bus: desk.systemBus,
            connection: connection, environment: environment, logger: logger)
        observation = sleep.observe { [weak hooks] change in
            if case .slept = change { hooks?.slept() }
        }
    }
}
