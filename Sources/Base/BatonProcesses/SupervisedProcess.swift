// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import SystemPackage

/// A helper program with a link to it: started, listened to, and watched until it is over.
///
/// A process that ends closes its link, before or after its end is seen. Messages that it sent before are handed over first, so it
/// is over when both have happened. If only one has happened after a second, the process is killed. The end is told once for each
/// start, and not for a process that was told to leave by ``stop()`` or ``kill()``. The next process starts when the last one has
/// left, because both would use the same device or display.
///
/// | state | event | what is done | next state |
/// |---|---|---|---|
/// | off, waiting | ``start()`` | it is started; told by ``onStart`` | running |
/// | off, waiting | ``start()``, and it cannot be started | told: ``ProcessEnd/notStarted(_:)`` | off |
/// | off, waiting | ``start()``, and the last one has not left | told by ``onQueue`` | queued |
/// | queued | the last one has left | it is started, or told as above | running, off |
/// | off, queued, waiting | ``startLater(afresh:)`` | the timer is set | waiting |
/// | waiting | the time has come | as by ``start()`` | running, queued, off |
/// | running, ending | a message comes | handed over | as before |
/// | running | its end of the link is closed, or it ends | | ending |
/// | running, ending | it sends a message that cannot be decoded, or does not read its own | told: ``ProcessEnd/misunderstood(_:)``, ``ProcessEnd/deaf(_:)`` | off |
/// | ending | the other of the two | told: ``ProcessEnd/exited(_:)`` | off |
/// | ending | the other of the two, and the dynamic loader has ended it | the loader is asked which libraries are missing | ending |
/// | ending | the loader has answered | told: ``ProcessEnd/notLoaded(_:)`` | off |
/// | ending | a second passes | it is killed; told: ``ProcessEnd/exited(_:)``, ``ProcessEnd/deaf(_:)`` | off |
/// | any | ``stop()`` | the link is closed, which ends it | off |
/// | any | ``kill()`` | it is killed | off |
///
/// What was told to leave and does not is killed. A second later the next one is started all the same, since a driver may hold the
/// last one. A process that is started is killed when this object is gone.
///
/// As the reactor it is used on one thread, the reactor's.
package final class SupervisedProcess<Command: LinkMessage, Report: LinkMessage> {
    /// Where a process stands; the table above has how it gets there.
    package enum State: Hashable, Sendable { case off, queued, running, ending, waiting }

    /// It is to be started, and waits for the last one to leave.
    package var onQueue: (() -> Void)?
    /// It runs now; called in ``start()`` or later, once for each start that worked.
    package var onStart: (() -> Void)?
    /// It says something; not after it was told to leave.
    package var onReport: ((Report) -> Void)?
    /// It is over, and how; the state is off. It may be started again in here.
    package var onEnd: ((ProcessEnd) -> Void)?

    private let command: [String]
    private let environment: [String: String]
    private let stopLimit: Duration
    private let reactor: Reactor
    private let retry: RetryTimer
    private var run: Run?
    private var isQueued = false
    /// Tells the present process from the one that leaves.
    private var number = 0
    /// The number of the one that was told to leave and has not.
    private var leaving: Int?

    /// A process from its start until it is over.
    private struct Run {
        let process: Subprocess
        let link: MessageLink<Command, Report>
        var exit: Subprocess.Exit?
        var isLinkClosed = false
        /// Until when one may be without the other.
        var timer: ReactorTimer?
    }

    /// How long a process may outlive its link, or the link its process.
    private static var grace: Duration { .seconds(1) }

    /// Makes one that is off.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: all of its environment.
    ///   - stopLimit: how long it may take to leave, and up to half as long again.
    ///   - waits: the first wait of ``startLater(afresh:)``, and the longest.
    package init(
        _ command: [String], environment: [String: String], stopLimit: Duration,
        waits: (first: Duration, longest: Duration) = (.seconds(1), .seconds(60)), reactor: Reactor
    ) {
        self.command = command
        self.environment = environment
        self.stopLimit = stopLimit
        self.reactor = reactor
        retry = RetryTimer(on: reactor, first: waits.first, longest: waits.longest)
    }

    /// Where it stands.
    package var state: State {
        if let run { return run.exit == nil && !run.isLinkClosed ? .running : .ending }
        if isQueued { return .queued }
        return retry.isScheduled ? .waiting : .off
    }

    /// Whether it was started and is not over: running or ending.
    package var isStarted: Bool { run != nil }

    /// Starts it, unless it is; the waits of ``startLater(afresh:)`` begin anew.
    package func start() {
        retry.reset()
        launch()
    }

    /// Starts it after a wait, unless it is started; the waits double each time.
    ///
    /// - Parameter afresh: whether the waits begin anew: it has been well for long.
    package func startLater(afresh: Bool = false) {
        guard run == nil else { return }
        isQueued = false
        if afresh { retry.reset() }
        retry.schedule { [weak self] in self?.launch() }
    }

    /// Sends a message, with a copy of a descriptor. One that does not read is over, and one that is gone tells so by its end.
    ///
    /// - Returns: false when it does not run, or does not take it.
    @discardableResult
    package func send(_ message: Command, descriptor: FileDescriptor? = nil) -> Bool {
        guard let run else { return false }
        do throws(LinkError) {
            try run.link.send(message, descriptor: descriptor)
            return true
        } catch {
            if error != .closed { end(.deaf(error)) }
            return false
        }
    }

    /// Tells it to leave, if it is started, and starts none later. It may finish what it is doing.
    package func stop() {
        retry.cancel()
        isQueued = false
        letGo()
    }

    /// Kills it, if it is started, and starts none later.
    package func kill() {
        run?.process.send(.kill)
        stop()
    }

    // MARK: The beginning

    private func launch() {
        retry.cancel()
        guard run == nil else { return }
        isQueued = leaving != nil
        guard !isQueued else {
            onQueue?()
            return
        }
        do throws(Errno) {
            run = try spawn()
        } catch {
            onEnd?(.notStarted(error))
            return
        }
        onStart?()
    }

    private func spawn() throws(Errno) -> Run {
        number += 1
        let (ours, theirs) = try MessageSocket.pair()
        defer { try? theirs.close() }
        let link = try link(ours)
        let process = try Subprocess(command, environment: environment, channel: theirs, reactor: reactor) {
            [weak self, number] in self?.processEnded(number, $0)
        }
        return Run(process: process, link: link)
    }

    private func link(_ end: FileDescriptor) throws(Errno) -> MessageLink<Command, Report> {
        do throws(LinkError) {
            return try MessageLink(end, reactor: reactor) { [weak self] report, descriptor in
                // No helper hands a descriptor to batond.
                try? descriptor?.close()
                self?.onReport?(report)
            } ended: { [weak self] in
                self?.linkEnded($0)
            }
        } catch {
            guard case .system(let reason) = error else { throw .invalidArgument }
            throw reason
        }
    }

    // MARK: The end

    private func linkEnded(_ error: LinkError) {
        guard error == .closed else { return end(.misunderstood(error)) }
        run?.isLinkClosed = true
        review()
    }

    private func processEnded(_ number: Int, _ exit: Subprocess.Exit) {
        guard number == self.number, run != nil else { return left(number) }
        run?.exit = exit
        review()
    }

    private func review() {
        guard let run else { return }
        if run.isLinkClosed, let exit = run.exit {
            self.run?.timer?.cancel()
            return exit == .status(MissingLibraries.loaderStatus) ? askLoader() : end(.exited(exit))
        }
        // The timer does not hold the process: it is killed when this object is gone.
        self.run?.timer = reactor.schedule(after: Self.grace, tolerance: Self.grace / 2) { [weak self] in
            self?.giveUp()
        }
    }

    /// It has not run: the loader could not load it.
    private func askLoader() {
        MissingLibraries.find(command[0], environment: environment, reactor: reactor) { [weak self, number] names in
            guard let self, self.number == number, run != nil else { return }
            end(.notLoaded(names))
        }
    }

    /// Only one of the two has happened in time.
    private func giveUp() {
        guard let run else { return }
        run.process.send(.kill)
        end(run.exit.map { .exited($0) } ?? .deaf(.closed))
    }

    private func end(_ reason: ProcessEnd) {
        letGo()
        onEnd?(reason)
    }

    private func letGo() {
        guard let run else { return }
        self.run = nil
        run.timer?.cancel()
        run.link.close()
        guard run.process.isRunning else { return }
        leaving = number
        run.process.retire(within: stopLimit) { [weak self, number] in self?.left(number) }
    }

    /// The one that was to leave has left, or is waited for no longer.
    private func left(_ number: Int) {
        guard leaving == number else { return }
        leaving = nil
        if isQueued { launch() }
    }
}

/// How a process came to its end, without being told to leave.
package enum ProcessEnd: Hashable, Sendable, CustomStringConvertible {
    /// There is no such program, or it may not be run.
    case notStarted(Errno)
    /// It did not run: these shared libraries that it needs are missing, or unknown ones. Started again it ends in the same way,
    /// until somebody installs them.
    case notLoaded([String])
    /// It ended by itself, or another program ended it.
    case exited(Subprocess.Exit)
    /// It has left the link and lives on, or does not read what it is sent.
    case deaf(LinkError)
    /// It says what is no message of this version.
    case misunderstood(LinkError)

    /// The rest of a sentence that begins with the program's name.
    package var description: String {
        switch self {
        case .notStarted(let reason): "cannot be started: \(reason)"
        case .notLoaded(let names) where names.isEmpty: "cannot start: a library that it needs cannot be loaded"
        case .notLoaded(let names):
            "cannot start: \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not installed"
        case .exited(let exit): "\(exit)"
        case .deaf(let error): "does not listen: \(error)"
        case .misunderstood(let error): "\(error)"
        }
    }
}
