// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Testing

/// `TryHeadset()` over the bus (rule I55).
@Suite("Bluetooth headsets: a trial")
struct HeadsetTrialTests {
    /// A call of `TryHeadset` that waits.
    private final class Attempt {
        private(set) var answer: Result<[String: Value], DBusError>?

        init(_ caller: Connection, _ device: String = "Buds", isPlaying: Bool = true, seconds: UInt32 = 60) throws {
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
                member: "TryHeadset")
            try message.append(.string(device), .boolean(isPlaying), .uint32(seconds))
            caller.call(message, within: .seconds(90)) { [weak self] result in
                self?.answer = result.map { (try? $0.arguments())?.first?.asVardict ?? [:] }
            }
        }

        var command: String? { (try? answer?.get())?["command"]?.asString }

        var error: ErrorName? {
            guard case .failure(let error)? = answer else { return nil }
            return error.name
        }
    }

    private func attempt(
        _ scene: HeadsetScene, _ device: String = "Buds", isPlaying: Bool = true, seconds: UInt32 = 0,
        from caller: Connection? = nil
    ) throws -> Attempt {
        let attempt = try Attempt(caller ?? scene.stage.client, device, isPlaying: isPlaying, seconds: seconds)
        try #require(scene.stage.turn { attempt.answer != nil })
        return attempt
    }

    private func error(_ code: InputCode) -> ErrorName { ReasonCode.input(code).errorName }

    @Test("I55: the headset is shown a constant status, its presses are answers, and no player gets anything")
    func constant() throws {
        let scene = try HeadsetScene()
        let bluez = scene.bluez
        let player = try scene.player("one", "Paused")
        try #require(scene.stage.turn { bluez.sees("PlaybackStatus") == "Paused" })
        let begun = try attempt(scene, "00:11:22:33:44:55")
        let fields = try #require(try begun.answer?.get())
        #expect(fields["device"]?.asString == "Buds" && fields["section"]?.asString == "Buds" && begun.command == "")
        #expect(scene.stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        try scene.press("Pause", "Next", "Play")
        for command in ["pause", "next-track", "play"] {
            #expect(try attempt(scene, "00:11:22:33:44:55").command == command)
        }
        let waiting = try Attempt(scene.stage.client, "00:11:22:33:44:55", isPlaying: false)
        #expect(scene.stage.turn { bluez.sees("PlaybackStatus") == "Paused" })
        try scene.stage.set(player, "Playing")
        try scene.press("Play")
        #expect(scene.stage.turn { waiting.command == "play" })
        #expect(bluez.sees("PlaybackStatus") == "Paused", "a player that plays is not shown")
        #expect(player.calls == [])
    }

    @Test("I55: a trial ends with its caller: the headset is shown what is so, and its presses count again")
    func callerLeaves() throws {
        let scene = try HeadsetScene()
        let bluez = scene.bluez
        let player = try scene.player("one", "Playing")
        let caller = try scene.stage.connect()
        let waiting = try Attempt(caller, isPlaying: false)
        #expect(scene.stage.turn { bluez.sees("PlaybackStatus") == "Paused" })
        #expect(try attempt(scene).error == .limitsExceeded, "another program tries it")
        let second = try attempt(scene, from: caller)
        #expect(second.error == .limitsExceeded, "one call at a time")
        caller.close()
        #expect(scene.stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        #expect(waiting.command == nil)
        try scene.press("Pause")
        #expect(player.calls == ["Pause"])
        #expect(try attempt(scene).command == "")
    }

    @Test("I55: a headset that leaves, or another one that comes, ends the trial, and the name of the error says why")
    func headsetLeaves() throws {
        let scene = try HeadsetScene()
        let player = try scene.player("one", "Playing")
        var waiting = try Attempt(scene.stage.client)
        try scene.settle()
        _ = try scene.bluez.pair("Box", address: "AA:AA:AA:AA:AA:AA", isConnected: true)
        #expect(scene.stage.turn { waiting.error == error(.severalHeadsets) }, "\(String(describing: waiting.answer))")
        #expect(try attempt(scene).error == error(.severalHeadsets))
        try scene.press("Pause")
        #expect(player.calls == ["Pause"])

        let other = try HeadsetScene()
        waiting = try Attempt(other.stage.client)
        try other.settle()
        other.bluez.set(other.device, isConnected: false)
        #expect(other.stage.turn { waiting.error == error(.headsetAbsent) }, "\(String(describing: waiting.answer))")
        #expect(try attempt(other).error == error(.headsetAbsent))
        other.bluez.set(other.device, isConnected: true)
        try other.settle()
        #expect(try attempt(other).command == "")
        waiting = try Attempt(other.stage.client)
        try other.settle()
        other.bluez.unplug("hci0")
        #expect(other.stage.turn { waiting.error != nil }, "no adapter")
    }

    @Test("I55: what is not there, and numbers and names beyond their bounds, are refused")
    func refused() throws {
        let scene = try HeadsetScene()
        #expect(try attempt(scene, "Car").error == error(.headsetAbsent))
        #expect(try attempt(scene, "").error == error(.headsetAbsent))
        #expect(try attempt(scene, seconds: 61).error == .invalidArguments)
        #expect(try attempt(scene, String(repeating: "*", count: 256)).error == .invalidArguments)
        let off = try AgentStage(["bluetooth.enabled=no"], hasSystemBus: true)
        let attempt = try Attempt(off.client)
        #expect(off.turn { attempt.error == error(.headsetAbsent) })
    }

    @Test("I55: a headset that floods ends the trial, and batond goes on")
    func flood() throws {
        let scene = try HeadsetScene()
        _ = try attempt(scene)
        for _ in 0..<200 { try scene.bluez.press("Pause") }
        try scene.settle()
        let player = try scene.player("one", "Playing")
        try scene.press("Next")
        #expect(player.calls == ["Next"], "the trial is over")
    }

    @Test("I55: an alias that a terminal would act on is cleaned, and its section matches it")
    func hostileAlias() throws {
        let scene = try HeadsetScene()
        scene.bluez.set(scene.device, isConnected: false)
        _ = try scene.bluez.pair("\u{1b}[31m]\nbelief", address: "BB:BB:BB:BB:BB:BB", isConnected: true)
        try scene.settle()
        let answer = try #require(try attempt(scene, "BB:*").answer?.get())
        #expect(answer["device"]?.asString == " [31m] belief", "\(answer)")
        #expect(answer["section"]?.asString == "??31m??belief", "\(answer)")
        let named = try HeadsetScene(["device ??31m??belief.play-pause=toggle"])
        named.bluez.set(named.device, isConnected: false)
        _ = try named.bluez.pair("\u{1b}[31m]\nbelief", address: "BB:BB:BB:BB:BB:BB", isConnected: true)
        let player = try named.player("one", "Playing")
        try named.press("Next", "Play")
        #expect(player.calls == ["Next", "PlayPause"])
    }

    @Test("I55: `batonctl learn` of a headset that floods takes it at its word; of one that is not there it says so")
    func command() throws {
        let scene = try HeadsetScene()
        let bluez = scene.bluez
        let player = try scene.player("one", "Playing")
        #expect(try scene.batonctl("learn", "Car").status == 1)
        let child = try ChildProcess(
            [ChildProcess.built("batonctl"), "learn", "Buds"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": scene.stage.bus.address, "PATH": "/usr/bin:/bin"])
        try #require(scene.stage.turn { child.printed.contains("Press its play button 4 times") }, "\(child.printed)")
        for _ in 0..<33 { try bluez.press("Play") }
        try #require(scene.stage.turn { child.hasEnded }, "\(child.printed)")
        #expect(child.exitStatus == 0)
        #expect(child.printed.hasSuffix("In baton.conf:\n  [device Buds]\n  play-pause = sent\n"), "\(child.printed)")
        try scene.settle()
        try scene.press("Pause")
        #expect(player.calls == ["Pause"], "the trial ended with batonctl")
    }
}
