// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLivePages
import BatonPages
import BatonReactor
import BatonTestSupport
import Testing

/// A bus with the real batond, players of the test's, and the live pages.
final class PagesStage: StageOnBus {
    let stage: BusStage
    let pages: LivePages
    private(set) var batond: ChildProcess?
    /// What the pages have told so far.
    private(set) var changes: [LivePages.Change] = []
    private var observation: AnyObject?

    /// - Parameter startsAgent: whether the pages ask the bus to start the agent, which it cannot.
    init(startsAgent: Bool = false) throws {
        stage = try BusStage()
        pages = LivePages(on: stage.reactor, address: stage.bus.address, startsAgent: startsAgent)
        observation = pages.observe { [weak self] in self?.changes.append($0) }
    }

    deinit { batond?.kill() }

    /// Starts batond, and waits until it owns its name.
    ///
    /// - Parameter ignored: a player that its configuration ignores.
    func startAgent(ignoring ignored: String? = nil) throws {
        let home = stage.directory
        let batond = try ChildProcess(
            [
                ChildProcess.built("batond"), "--address", stage.bus.address, "--set", "routing.start-wait=5s", "--set",
                "routing.call-timeout=10s",
            ] + (ignored.map { ["--set", "routing.ignore=\($0)"] } ?? []),
            environment: [
                "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state",
                "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            ])
        self.batond = batond
        try stage.wait(for: BatonBus.name, of: batond)
    }

    /// A player that is on the bus.
    func player(_ name: String, _ status: String) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, on: try stage.connect())
        var isThere = false
        player.appear { isThere = true }
        try #require(turn { isThere })
        stage.services.append(player)
        return player
    }

    /// Waits until the page *Now* is as it should be.
    func awaitNow(_ condition: (NowPage) -> Bool) throws {
        try #require(turn { condition(pages.now) }, "\(pages.now)")
    }

    /// Does a command, and returns why it was not done.
    func perform(_ command: PageCommand) throws -> String? {
        var answer: String??
        pages.perform(command) { answer = .some($0) }
        try #require(turn { answer != nil })
        return answer ?? nil
    }
}
