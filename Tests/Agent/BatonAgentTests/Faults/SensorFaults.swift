// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// The accelerometer, the process that reads it, and logind, which says whether it may be read.
extension Fault {
    static var sensors: [Fault] {
        [
            Fault(
                "baton-sensor", "killed (SIGKILL) in mid-shake",
                "the shake is cancelled once within 1 s; the sensor is read again within 10 s"
            ) {
                let shaken = try ShakenStage()
                try shaken.beginShake()
                let took = try time {
                    kill(try shaken.helper(), SIGKILL)
                    try shaken.expect(["MotionBegan", "MotionCancelled"])
                }
                let again = time { _ = shaken.stage.turn(within: .seconds(10)) { shaken.isReading } }
                try keep(took < .seconds(1) && shaken.isReading, "\(took.figure) \(again.figure)")
                return "cancelled after \(took.figure), read again after \(again.figure)"
            },
            Fault(
                "baton-sensor", "stopped (SIGSTOP) in mid-shake, then continued",
                "commands go on; the shake has one end"
            ) {
                let shaken = try ShakenStage()
                try shaken.beginShake()
                let helper = try shaken.helper()
                try keep(StoppedProcess.stop(helper), "baton-sensor has ended")
                _ = try shaken.stage.player("player", "Playing")
                let next = try shaken.stage.expectNext("player")
                try shaken.move(for: .seconds(2))
                kill(helper, SIGCONT)
                _ = shaken.stage.turn(within: .seconds(10)) { shaken.app.received.count >= 2 }
                _ = shaken.stage.turn(within: .seconds(1)) { false }
                let ends = shaken.app.received.dropFirst()
                try keep(ends == ["MotionEnded"] || ends == ["MotionCancelled"], "\(shaken.app.received)")
                return "\(ends.joined()), a command meanwhile \(next.figure)"
            },
            Fault(
                "baton-sensor", "hangs (SIGSTOP) while batond ends",
                "batond ends with 0 within 500 ms; the other ends when it goes on"
            ) {
                let shaken = try ShakenStage()
                let helper = try shaken.helper()
                try keep(StoppedProcess.stop(helper), "baton-sensor has ended")
                let agent = try found(shaken.stage.agent)
                let took = time {
                    agent.signal(SIGTERM)
                    _ = shaken.stage.turn { agent.hasEnded }
                }
                try keep(
                    agent.exitStatus == 0 && took < .milliseconds(500),
                    "\(String(describing: agent.exitStatus)) \(took.figure)")
                kill(helper, SIGCONT)
                try keep(shaken.stage.turn(within: .seconds(5)) { kill(helper, 0) != 0 }, "baton-sensor is left behind")
                return "ended after \(took.figure)"
            },
            Fault(
                "baton-sensor", "another program in its place begins twice and sends nonsense, again and again",
                "each beginning has one end; commands go on"
            ) {
                let stage = try AgentStage(nil)
                for (program, name) in [("batond", "batond"), ("baton-fake-sensor", "baton-sensor")] {
                    let copying = try ChildProcess(
                        ["cp", ChildProcess.built(program), "\(stage.folder.path)/\(name)"],
                        environment: ["PATH": "/usr/bin:/bin"])
                    try keep(stage.turn { copying.hasEnded } && copying.exitStatus == 0, "\(copying.printed)")
                }
                stage.program = "\(stage.folder.path)/batond"
                try stage.startAgent([
                    "shake.sensor=ip:ready,began,began,nonsense", "shake.background-motion=Scratch Pad",
                ])
                let app = try MotionApp(on: stage)
                try app.register([1], ShakenStage.allowed)
                _ = try stage.player("player", "Playing")
                _ = stage.turn(within: .seconds(6)) { app.received.count >= 6 }
                let next = try stage.expectNext("player")
                try stage.stopAgent()
                var isOpen = false
                for phase in app.received {
                    let begins = phase == "MotionBegan"
                    // The first shake may have begun before the app registered.
                    if begins == isOpen, phase != app.received.first { throw Broken(description: "\(app.received)") }
                    isOpen = begins
                }
                return "\(app.received.count) phases, a command meanwhile \(next.figure)"
            },
            Fault("accelerometer", "unplugged in mid-shake", "the shake is cancelled once; commands go on") {
                let shaken = try ShakenStage()
                try shaken.beginShake()
                let took = try time {
                    try FileManager.default.removeItem(atPath: "\(shaken.stage.folder.path)/machine/sys/devices/hid.0")
                    try shaken.expect(["MotionBegan", "MotionCancelled"])
                }
                _ = try shaken.stage.player("player", "Playing")
                try shaken.stage.expectNext("player")
                return "cancelled after \(took.figure)"
            },
            Fault(
                "iiod", "a server in its place sends escape sequences and no end of nonsense",
                "no control character reaches the log; commands go on; batond ends in order"
            ) {
                let server = try GarbageServer(
                    "<context \u{1b}[2J\u{1b}]0;x\u{7} name=\"\u{202e}\"\r\n-5\n99999999999\n")
                let stage = try AgentStage(nil)
                try stage.startAgent(["shake.sensor=ip:127.0.0.1:\(server.port)", "log.level=trace"])
                _ = try stage.player("player", "Playing")
                _ = stage.turn(within: .seconds(5)) {
                    server.serve()
                    return false
                }
                try keep(server.visitors > 0, "no program asked the server: \(stage.agent?.printed ?? "")")
                let next = try stage.expectNext("player")
                let log = stage.agent?.printed ?? ""
                let controls = log.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || $0.value == 0x202E) }
                try keep(controls.isEmpty, "\(controls)")
                try keep(try stage.stopAgent() == 0, "the end")
                return "\(server.visitors) connections, a command meanwhile \(next.figure)"
            },
            Fault(
                "logind", "locks the session in mid-shake",
                "the shake is cancelled once within 1 s, and the sensor is let go"
            ) {
                let shaken = try ShakenStage(hasLogin: true)
                try shaken.beginShake()
                let took = try time {
                    shaken.login?.set(isLocked: true)
                    try shaken.expect(["MotionBegan", "MotionCancelled"])
                }
                try keep(took < .seconds(1), took.figure)
                try keep(shaken.stage.turn(within: .seconds(5)) { !shaken.isReading }, "still read")
                shaken.login?.set(isLocked: false)
                try keep(shaken.stage.turn(within: .seconds(10)) { shaken.isReading }, "not read again")
                return "cancelled after \(took.figure)"
            },
            Fault(
                "logind", "the machine is suspended (PrepareForSleep) in mid-shake",
                "the shake is cancelled once; the sensor is read again after waking"
            ) {
                let shaken = try ShakenStage(hasLogin: true)
                try shaken.beginShake()
                let took = try time {
                    try shaken.login?.sleep(true)
                    try shaken.expect(["MotionBegan", "MotionCancelled"])
                }
                try keep(shaken.stage.turn(within: .seconds(5)) { !shaken.isReading }, "still read")
                try shaken.login?.sleep(false)
                let again = time { _ = shaken.stage.turn(within: .seconds(10)) { shaken.isReading } }
                try keep(shaken.isReading, "not read again")
                return "cancelled after \(took.figure), read again \(again.figure) after waking"
            },
            Fault("logind", "goes away and comes back", "shakes and commands go on") {
                let shaken = try ShakenStage(hasLogin: true)
                shaken.login?.leave()
                _ = shaken.stage.turn(within: .seconds(1)) { false }
                shaken.login?.appear()
                try keep(shaken.stage.turn(within: .seconds(10)) { shaken.isReading }, "not read")
                try shaken.beginShake()
                _ = try shaken.stage.player("player", "Playing")
                let next = try shaken.stage.expectNext("player")
                return "a shake began, next command \(next.figure)"
            },
        ]
    }
}
