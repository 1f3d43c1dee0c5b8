// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonTestSupport
import Glibc
import Testing

/// Faults between the question and the choice, on an X11 desktop with a real editor and a real notification daemon.
extension Fault {
    private static let keys = "[undo]\nroute = xtest\n"

    static var desks: [Fault] {
        [
            Fault("baton-keys", "killed while the question is open", "the choice starts another one, and undoes once") {
                let (desk, daemon) = try asked()
                kill(try helper(of: desk), SIGKILL)
                let took = try chosen(desk, daemon, "undone")
                try keep(desk.isUndone(), "not undone")
                return "undone after \(took.figure)"
            },
            Fault(
                "baton-keys", "hangs (SIGSTOP) while the question is open",
                "nothing is undone blindly; batond says so within 10 s and serves on"
            ) {
                let (desk, daemon) = try asked()
                let helper = try Self.helper(of: desk)
                try keep(StoppedProcess.stop(helper), "baton-keys has ended")
                let took = try time {
                    try daemon.click()
                    _ = try desk.end()
                }
                let outcome = desk.outcomes[0]
                kill(helper, SIGCONT)
                try keep(["refused", "failed"].contains(outcome), outcome)
                try keep(took < .seconds(10), took.figure)
                try keep(desk.isUntouched(), "undone behind the report")
                try keep(desk.agent?.hasEnded == false, "batond has ended")
                return "\(outcome) after \(took.figure)"
            },
            Fault(
                "baton-keys", "killed in mid-press, while it waits for Shift to be let go",
                "nothing is undone and no key stays down: the next question undoes once"
            ) {
                let (desk, daemon) = try Self.asked()
                _ = try desk.run(["xdotool", "keydown", "shift"])
                let helper = try Self.helper(of: desk)
                daemon.clickAtOnce()
                // It waits for a second, counted from the request to press.
                _ = desk.turn(within: .milliseconds(500)) { false }
                try keep(desk.outcomes.isEmpty, "\(desk.outcomes)")
                let took = try time {
                    kill(helper, SIGKILL)
                    _ = try desk.end()
                }
                try keep(["refused", "failed"].contains(desk.outcomes[0]), desk.outcomes[0])
                _ = try desk.run(["xdotool", "keyup", "shift"])
                try keep(desk.isUntouched(), "undone")
                try desk.ask()
                try daemon.waitForNotification()
                try daemon.click()
                try keep(try desk.end(2) == "undone" && desk.isUndone(), "\(desk.outcomes)")
                return "\(desk.outcomes[0]) after \(took.figure)"
            },
            Fault(
                "X server", "killed while the question is open",
                "the choice undoes nothing; batond serves on and ends in order"
            ) {
                let (desk, daemon) = try asked()
                try keep(desk.run(["xdotool", "version"]) != nil, "no xdotool")
                let server = try serverProcess(of: desk)
                kill(server, SIGKILL)
                daemon.clickAtOnce()
                let took = try time { _ = try desk.end() }
                try keep(["refused", "failed", "declined"].contains(desk.outcomes[0]), desk.outcomes[0])
                let agent = try found(desk.agent)
                try keep(!agent.hasEnded, agent.printed)
                agent.signal(SIGTERM)
                try keep(desk.turn(within: .seconds(10)) { agent.hasEnded } && agent.exitStatus == 0, "no end in order")
                return "\(desk.outcomes[0]) after \(took.figure)"
            },
            Fault(
                "screen locker", "i3lock takes the keyboard between question and choice",
                "nothing is delivered behind the lock"
            ) {
                let (desk, daemon) = try asked()
                let locker = try ScreenLocker(.i3lock, environment: desk.environment, directory: desk.directory)
                try keep(desk.turn { locker.holdsKeyboard }, "\(locker.process.printed)")
                let took = try chosen(desk, daemon, "refused")
                locker.unlock()
                try keep(desk.isUntouched(), "undone")
                return "refused after \(took.figure)"
            },
            Fault(
                "screen locker", "i3lock has the keyboard when the device is shaken", "no question, nothing delivered"
            ) {
                let (desk, daemon) = try Self.desk()
                let locker = try ScreenLocker(.i3lock, environment: desk.environment, directory: desk.directory)
                try keep(desk.turn { locker.holdsKeyboard }, "\(locker.process.printed)")
                try desk.shake()
                try keep(try desk.end() == "refused", desk.outcomes[0])
                try keep(try daemon.count() == 0, "a question behind the lock")
                locker.unlock()
                try keep(desk.isUntouched(), "undone")
                return "refused"
            },
            Fault(
                "notification daemon", "dunst is killed with the question on the screen",
                "the question has failed within 1 s; nothing is undone"
            ) {
                let (desk, daemon) = try asked()
                let took = try time {
                    daemon.process.kill()
                    _ = try desk.end()
                }
                try keep(desk.outcomes[0] == "failed" && took < .seconds(1), "\(desk.outcomes[0]) \(took.figure)")
                try keep(desk.isUntouched(), "undone")
                return "failed after \(took.figure)"
            },
            Fault("notification daemon", "there is none", "nothing is undone, and the log says why") {
                let desk = try OfferDesk()
                try desk.startAgent(keys)
                try desk.startEditor()
                try desk.shake()
                let outcome = try desk.end()
                try keep(outcome == "failed" && desk.isUntouched(), outcome)
                try keep(desk.logged("no undo: "), "nothing is said")
                return outcome
            },
            Fault(
                "notification daemon", "hangs (SIGSTOP) with the question on the screen",
                "nothing is undone; commands are answered; it undoes once it goes on"
            ) {
                let (desk, daemon) = try asked()
                daemon.process.suspend()
                daemon.clickAtOnce()
                try keep(desk.isUntouched(), "undone without a choice")
                daemon.process.resume()
                let took = try time { _ = try desk.end() }
                try keep(desk.outcomes[0] == "undone" && desk.isUndone(), desk.outcomes[0])
                return "undone \(took.figure) after it went on"
            },
            Fault("stranger", "forges ActionInvoked for 40 notifications", "not heard; the daemon's own is") {
                let (desk, daemon) = try asked()
                for identifier in UInt32(1)...40 {
                    for key in ["undo", "default", "redo"] {
                        try FakeLogin.signal(
                            "org.freedesktop.Notifications", "ActionInvoked", at: "/org/freedesktop/Notifications",
                            [.uint32(identifier), .string(key)], from: desk.connection)
                    }
                }
                try keep(desk.isUntouched() && desk.outcomes.isEmpty, "\(desk.outcomes)")
                _ = try chosen(desk, daemon, "undone")
                try keep(desk.isUndone(), "not undone")
                return "120 forged signals"
            },
            Fault("editor", "killed between question and choice", "no app gets the keys") {
                let (desk, daemon) = try asked()
                try found(desk.editor).kill()
                let took = try chosen(desk, daemon, "refused")
                return "refused after \(took.figure)"
            },
            Fault("editor", "another window comes to the front between question and choice", "neither gets the keys") {
                let (desk, daemon) = try asked()
                let other = try desk.start(["stdbuf", "-oL", "xev", "-event", "keyboard"])
                _ = try desk.run(["xdotool", "search", "--sync", "--name", "Event Tester", "windowactivate", "--sync"])
                let took = try chosen(desk, daemon, "refused")
                try keep(!other.printed.contains("KeyPress event") && desk.isUntouched(), "keys")
                return "refused after \(took.figure)"
            },
            Fault("keyboard", "Shift is held at the choice", "nothing is pressed; the next question undoes") {
                let (desk, daemon) = try asked()
                _ = try desk.run(["xdotool", "keydown", "shift"])
                let took = try chosen(desk, daemon, "refused")
                _ = try desk.run(["xdotool", "keyup", "shift"])
                try keep(desk.isUntouched(), "undone")
                try desk.ask()
                try daemon.waitForNotification()
                try daemon.click()
                try keep(try desk.end(2) == "undone" && desk.isUndone(), "\(desk.outcomes)")
                return "refused after \(took.figure)"
            },
        ]
    }

    /// A desktop with dunst, batond and an editor with a word in it.
    @MainActor private static func desk() throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent(keys)
        try desk.startEditor()
        return (desk, daemon)
    }

    /// The same, with the question on the screen.
    @MainActor private static func asked() throws -> (OfferDesk, NotificationDaemon) {
        let (desk, daemon) = try Self.desk()
        try desk.ask()
        try daemon.waitForNotification()
        return (desk, daemon)
    }

    /// Clicks, checks the result, and returns how long it took.
    @MainActor private static func chosen(
        _ desk: OfferDesk, _ daemon: NotificationDaemon, _ outcome: String
    ) throws -> Duration {
        let took = try time {
            try daemon.click()
            _ = try desk.end()
        }
        try keep(desk.outcomes[0] == outcome, "\(desk.outcomes[0]), not \(outcome): \(desk.agent?.printed ?? "")")
        return took
    }

    @MainActor private static func helper(of desk: OfferDesk) throws -> Int32 {
        let agent = try found(desk.agent)
        let text = try desk.run(["pgrep", "-P", "\(agent.identifier)", "-x", "baton-keys"]) ?? ""
        return try found(Int32(text.filter(\.isNumber)), "\(text)")
    }

    /// The X server of the desktop: the child of this process that serves its display.
    @MainActor private static func serverProcess(of desk: OfferDesk) throws -> Int32 {
        let text = try desk.run(["pgrep", "-P", "\(getpid())", "-x", "Xvfb"]) ?? ""
        return try found(Int32(text.filter(\.isNumber)), "\(text)")
    }
}
