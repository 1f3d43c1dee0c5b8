// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@Suite("Reactor")
struct ReactorTests {
    @Test("a descriptor that is readable calls its handler, as long as it is readable")
    func readable() throws {
        let reactor = try Reactor()
        let pipe = try Pipe()
        var calls = 0
        let watch = try reactor.watch(pipe.reading, for: .readable) { readiness in
            #expect(readiness == .readable)
            calls += 1
        }
        #expect(try !reactor.turn(timeout: .zero))
        try pipe.write()
        #expect(try reactor.turn(timeout: .seconds(1)))
        #expect(try reactor.turn(timeout: .zero), "level-triggered: nothing was read")
        try pipe.drain()
        #expect(try !reactor.turn(timeout: .zero))
        #expect(calls == 2)
        watch.cancel()
    }

    @Test("what a descriptor is watched for can be changed, and a hang-up is told in any case")
    func readiness() throws {
        let reactor = try Reactor()
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        var seen: [Readiness] = []
        let watch = try reactor.watch(reading, for: []) { seen.append($0) }
        try writing.writeAll("x".utf8)
        #expect(try !reactor.turn(timeout: .zero))
        watch.readiness = .readable
        try reactor.turn(timeout: .zero)
        #expect(seen == [.readable])
        watch.readiness = []
        try writing.close()
        try reactor.turn(timeout: .zero)
        #expect(seen.last?.contains(.hangUp) == true)
        watch.cancel()
    }

    @Test(
        "a watch that is cancelled in a handler of the same turn is not called, nor is a new one on the same descriptor"
    )
    func cancelledInTurn() throws {
        let reactor = try Reactor()
        let pipes = try [Pipe(), Pipe()]
        var watches: [Watch] = []
        var calls: [Int] = []
        for index in pipes.indices {
            watches.append(
                try reactor.watch(pipes[index].reading, for: .readable) { _ in
                    calls.append(index)
                    let other = 1 - index
                    watches[other].cancel()
                    if let new = try? reactor.watch(
                        pipes[other].reading, for: .readable, handler: { _ in calls.append(9) })
                    {
                        watches[other] = new
                    }
                })
        }
        for pipe in pipes { try pipe.write() }
        try reactor.turn(timeout: .zero)
        #expect(calls.count == 1, "\(calls)")
        #expect(!calls.contains(9))
    }

    @Test("a bad descriptor is an error, and so is one that is watched already")
    func badDescriptor() throws {
        let reactor = try Reactor()
        #expect(throws: Errno.badFileDescriptor) {
            try reactor.watch(FileDescriptor(rawValue: 9999), for: .readable) { _ in }
        }
        let pipe = try Pipe()
        let watch = try reactor.watch(pipe.reading, for: .readable) { _ in }
        #expect(throws: Errno.fileExists) { try reactor.watch(pipe.reading, for: .readable) { _ in } }
        watch.cancel()
        try reactor.watch(pipe.reading, for: .readable) { _ in }.cancel()
    }

    @Test("it nests: another loop that polls its descriptor is woken by a watch and by a timer")
    func nesting() throws {
        let reactor = try Reactor()
        let pipe = try Pipe()
        let watch = try reactor.watch(pipe.reading, for: .readable) { _ in _ = try? pipe.drain() }
        func isReadable(within milliseconds: Int32) -> Bool {
            var poll = pollfd(fd: reactor.fileDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, milliseconds) == 1
        }
        #expect(!isReadable(within: 0))
        try pipe.write()
        #expect(isReadable(within: 20_000))
        try reactor.turn(timeout: .zero)
        #expect(!isReadable(within: 0))
        var fired = false
        reactor.schedule(after: .milliseconds(300)) { fired = true }
        try reactor.turn(timeout: .zero)
        #expect(isReadable(within: 20_000))
        try reactor.turn(timeout: .zero)
        #expect(fired)
        watch.cancel()
    }

    @Test("deferred work runs once, after the handlers of the turn; what it defers runs in the same turn")
    func deferred() throws {
        let reactor = try Reactor(clock: ManualClock())
        var order: [String] = []
        reactor.schedule(after: .zero) {
            reactor.deferUntilEndOfTurn {
                order.append("deferred")
                reactor.deferUntilEndOfTurn { order.append("deferred again") }
            }
            order.append("first")
        }
        reactor.schedule(after: .zero) { order.append("second") }
        try reactor.turn(timeout: .zero)
        try reactor.turn(timeout: .zero)
        #expect(order == ["first", "second", "deferred", "deferred again"])
    }

    @Test("work that defers itself for ever does not keep a turn from ending")
    func endlessDeferral() throws {
        let reactor = try Reactor()
        var count = 0
        func again() {
            count += 1
            reactor.deferUntilEndOfTurn(again)
        }
        reactor.deferUntilEndOfTurn(again)
        try reactor.turn(timeout: nil)
        #expect(count > 0)
    }

    @Test("a hook runs before each wait until it is cancelled")
    func hooks() throws {
        let reactor = try Reactor()
        var count = 0
        let hook = reactor.addBeforeSleepHook {
            count += 1
            return false
        }
        try reactor.turn(timeout: .zero)
        #expect(count > 0)
        hook.cancel()
        let before = count
        try reactor.turn(timeout: .zero)
        #expect(count == before)
    }

    @Test("a waker wakes it from another thread, once for any number of wake-ups")
    func waker() throws {
        let reactor = try Reactor()
        var calls = 0
        let waker = try reactor.makeWaker { calls += 1 }
        let thread = Unmanaged.passRetained(waker).toOpaque()
        var id = pthread_t()
        pthread_create(
            &id, nil,
            { context in
                if let context {
                    let waker = Unmanaged<Waker>.fromOpaque(context).takeRetainedValue()
                    for _ in 0..<10 { waker.wake() }
                }
                return nil
            }, thread)
        pthread_join(id, nil)
        #expect(try reactor.turn(timeout: .seconds(5)))
        #expect(try !reactor.turn(timeout: .zero))
        #expect(calls == 1)
    }

    @Test("stop ends run after the present turn, and what was deferred in it is still done")
    func stopping() throws {
        let reactor = try Reactor()
        var done = false
        reactor.schedule(after: .zero) {
            reactor.stop()
            reactor.deferUntilEndOfTurn { done = true }
        }
        try reactor.run()
        #expect(done)
    }

    @Test("with nothing to do it waits as long as it is told, and does not spin")
    func waiting() throws {
        let reactor = try Reactor()
        let before = ProcessorTime.now
        let start = reactor.now
        #expect(try !reactor.turn(timeout: .milliseconds(300)))
        #expect(reactor.now - start >= .milliseconds(299))
        // A reactor that spins would use much more processor time.
        let spent = ProcessorTime.now - before
        #expect(spent < .milliseconds(20), "\(spent)")
    }

    @Test("a timer runs after what had come when it was due, also if a handler took long")
    func timerAfterDescriptors() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let (first, second) = try (Pipe(), Pipe())
        var order: [String] = []
        reactor.schedule(after: .milliseconds(100)) {
            order.append("timer")
            reactor.stop()
        }
        let slow = try reactor.watch(first.reading, for: .readable) { _ in
            order.append("slow")
            _ = try? first.drain()
            clock.advance(by: .milliseconds(200))
            _ = try? second.write()
        }
        let late = try reactor.watch(second.reading, for: .readable) { _ in
            order.append("late")
            _ = try? second.drain()
        }
        try first.write()
        try reactor.run()
        #expect(order == ["slow", "late", "timer"])
        order = []
        reactor.schedule(after: .zero) { order.append("timer") }
        try second.write()
        try reactor.turn(timeout: .zero)
        #expect(order == ["late", "timer"])
        slow.cancel()
        late.cancel()
    }

    @Test("a turn whose hook called a handler does not wait: what its caller turns for may have come")
    func busyHook() throws {
        let reactor = try Reactor()
        var calls = 0
        let hook = reactor.addBeforeSleepHook {
            calls += 1
            return calls == 1
        }
        #expect(try reactor.turn(timeout: .seconds(60)), "it waited")
        #expect(calls == 2, "what one hook did may have given another one work")
        hook.cancel()
    }

    @Test("stop ends run from a hook too")
    func stoppingHook() throws {
        let reactor = try Reactor()
        var isLate = false
        reactor.schedule(after: .seconds(60)) { isLate = true }
        let hook = reactor.addBeforeSleepHook {
            reactor.stop()
            return true
        }
        try reactor.run()
        #expect(!isLate)
        hook.cancel()
    }

    @Test("a hook that another one has cancelled is not run any more")
    func cancelledHook() throws {
        let reactor = try Reactor()
        var second: Hook?
        var count = 0
        let first = reactor.addBeforeSleepHook {
            second?.cancel()
            return false
        }
        second = reactor.addBeforeSleepHook {
            count += 1
            return false
        }

        try reactor.turn(timeout: .zero)

        #expect(count == 0)
        first.cancel()
    }

    @Test("a timer, a watch and a hook may be used after their reactor is gone")
    func outlivedReactor() throws {
        let pipe = try Pipe()
        var reactor: Reactor? = try Reactor()
        let timer = reactor?.schedule(after: .seconds(1)) {}
        let watch = try reactor?.watch(pipe.reading, for: .readable) { _ in }
        let hook = reactor?.addBeforeSleepHook { false }
        weak let gone = reactor
        reactor = nil

        #expect(gone == nil)
        timer?.cancel()
        timer?.reschedule(at: .seconds(2))
        #expect(watch?.isActive == false)
        watch?.cancel()
        hook?.cancel()
    }
}
