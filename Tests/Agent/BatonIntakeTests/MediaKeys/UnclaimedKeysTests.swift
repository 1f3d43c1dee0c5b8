// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSettings

/// A settings daemon without `GrabMediaPlayerKeys`, as GNOME's is since 42.
@MainActor @Suite struct UnclaimedKeysTests {
    private let clock = ManualClock()
    private let stage: BusStage
    private let inputs: InputRegistry

    init() throws {
        stage = try BusStage(clock: clock)
        let window = MediaWindow(order: RoutingOrder(policy: .playing))
        let intake = CommandIntake(
            application: AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow()),
            launcher: Launcher(reactor: stage.reactor, environment: [:]),
            seeking: SeekSessions(reactor: stage.reactor, window: window, steps: Configuration.Seek()),
            longestHold: .milliseconds(200), isLocked: { false }, reactor: stage.reactor)
        inputs = InputRegistry(intake: intake)
        let daemon = try stage.connect("org.gnome.SettingsDaemon.MediaKeys")
        daemon.export(
            ExportedObject(interfaces: [Interface("org.gnome.SettingsDaemon.MediaKeys", methods: [])]),
            at: "/org/gnome/SettingsDaemon/MediaKeys")
    }

    @Test("KEYS8: its keys are told as unclaimed, unless the desktop's shortcuts send them", arguments: [false, true])
    func unclaimed(_ isBound: Bool) throws {
        let client = MediaKeysClient(
            .gnome, connection: stage.connection, inputs: inputs, logger: TestLog().logger
        ) { isBound }
        client.open()
        defer { client.close() }
        try #require(stage.turn { !inputs.all.isEmpty })
        for _ in 0..<12 {
            try stage.settle(stage.all)
            stage.pass(.seconds(5), on: clock)
        }
        let states = inputs.all.map(\.state)
        let unclaimed = Reason.input(.keysUnclaimed, [.desktop: .text(MediaKeysDesktop.gnome.rawValue)])
        #expect(states == (isBound ? [] : [.off(unclaimed)]))
    }
}
