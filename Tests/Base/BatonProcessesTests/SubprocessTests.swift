// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@Suite("Reactor: child processes")
struct SubprocessTests {
    /// Runs a command and waits for its end.
    private func end(of command: [String], environment: [String: String] = [:]) throws -> Subprocess.Exit? {
        let reactor = try Reactor()
        var exit: Subprocess.Exit?
        let child = try Subprocess(command, environment: environment, reactor: reactor) { exit = $0 }
        #expect(child.isRunning)
        #expect(reactor.turn(until: { exit != nil }), "the child has not ended")
        #expect(!child.isRunning)
        return exit
    }

    @Test("a child's end is told once, with its status")
    func status() throws {
        #expect(try end(of: ["/bin/sh", "-c", "exit 7"]) == .status(7))
        #expect(try end(of: ["/bin/sh", "-c", "kill -9 $$"]) == .signal(9))
    }

    @Test("a child gets the environment it is given and no other")
    func environment() throws {
        let exit = try end(of: ["/bin/sh", "-c", "test \"$ONE\" = 1 && test -z \"$HOME\""], environment: ["ONE": "1"])
        #expect(exit == .status(0))
    }

    @Test("a program that is not there is an error at once")
    func missing() throws {
        let reactor = try Reactor()
        #expect(throws: Errno.noSuchFileOrDirectory) {
            _ = try Subprocess(["/nowhere/baton-sensor"], environment: [:], reactor: reactor) { _ in }
        }
    }

    @Test("one that is let go ends by itself, and is killed if it does not; its end is heard all the same")
    func retire() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var exits: [String: Subprocess.Exit] = [:]
        for (name, script) in [("good", "exit 3"), ("stubborn", "exec sleep 60")] {
            let child = try Subprocess(
                ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], reactor: reactor
            ) { exits[name] = $0 }
            child.retire(within: .seconds(2))
        }
        #expect(reactor.turn(until: { exits["good"] == .status(3) }))
        #expect(exits["stubborn"] == nil)
        clock.advance(by: .seconds(3))
        #expect(reactor.turn(until: { exits["stubborn"] == .signal(9) }), "\(exits)")
    }

    @Test("a child inherits no descriptor but the channel, at number 3")
    func descriptors() throws {
        // Without close-on-exec, as some libraries open files.
        let leak = open("/dev/null", O_RDONLY)
        defer { close(leak) }
        #expect(try end(of: ["/bin/sh", "-c", "test ! -e /proc/self/fd/\(leak)"]) == .status(0))
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        var exit: Subprocess.Exit?
        var said: [UInt8] = []
        let child = try Subprocess(
            ["/bin/sh", "-c", "echo hello >&3"], environment: [:], channel: theirs, reactor: reactor
        ) { exit = $0 }
        try theirs.close()
        var isClosed = false
        let socket = try MessageSocket(ours, reactor: reactor) { bytes, _ in
            said += bytes
        } closed: {
            isClosed = true
        }
        #expect(reactor.turn(until: { exit != nil && isClosed }))
        #expect(String(decoding: said, as: UTF8.self) == "hello\n")
        socket.close()
        _ = child
    }

    @Test("a child starts with no signal blocked, though this thread blocks some")
    func signals() throws {
        let reactor = try Reactor()
        var before = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var exit: Subprocess.Exit?
        let child = try Subprocess(["/bin/sleep", "60"], environment: [:], reactor: reactor) { exit = $0 }
        child.send(.terminate)
        #expect(reactor.turn(until: { exit != nil }))
        #expect(exit == .signal(SIGTERM))
    }

    @Test("a child whose object is released is killed, a detached one lives on")
    func release() throws {
        let reactor = try Reactor()
        var child: Subprocess? = try Subprocess(["/bin/sleep", "60"], environment: [:], reactor: reactor) { _ in }
        let killed = try #require(child?.identifier)
        child = nil
        #expect(reactor.turn(until: { waitpid(killed, nil, WNOHANG) == killed }))
        child = try Subprocess(["/bin/sleep", "60"], environment: [:], isDetached: true, reactor: reactor) { _ in }
        let detached = try #require(child?.identifier)
        child = nil
        #expect(waitpid(detached, nil, WNOHANG) == 0)
        #expect(getsid(detached) == detached)
        kill(detached, SIGKILL)
        waitpid(detached, nil, 0)
    }
}
