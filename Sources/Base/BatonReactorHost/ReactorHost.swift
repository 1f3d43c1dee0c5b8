// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import Dispatch
public import SystemPackage

/// Turns a reactor on the main queue, beside the tasks of the main actor and other work of `DispatchQueue.main`.
///
/// `Reactor.run()` keeps the main thread: no task of the main actor and nothing on the main queue runs until it returns.
/// An app that has such work makes a host instead, and leaves its thread to Swift: with an asynchronous `main`, with
/// `dispatchMain()`, or with the run loop of Foundation. All use of the reactor stays on the main actor.
///
/// For example, to wait for a time of the reactor:
/// ```swift
/// let host = ReactorHost(reactor)
/// let task = Task { @MainActor in
///     await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
///         reactor.schedule(after: .milliseconds(10)) { continuation.resume() }
///     }
///     host.stop()
/// }
/// ```
@MainActor
public final class ReactorHost {
    /// Why the reactor is not turned any more; nil while it is.
    public private(set) var failure: Errno?

    private let reactor: Reactor
    private var source: (any DispatchSourceRead)?
    private var isTurnWanted = false

    /// Begins to turn the reactor, until ``stop()`` or until the host is released.
    ///
    /// - Parameter reactor: one that nothing else turns.
    public init(_ reactor: Reactor) {
        self.reactor = reactor
        let source = DispatchSource.makeReadSource(fileDescriptor: reactor.fileDescriptor.rawValue, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.turn() }
        }
        self.source = source
        source.activate()
        reactor.onWork = { [weak self] in
            MainActor.assumeIsolated { self?.wantTurn() }
        }
        wantTurn()
    }

    isolated deinit { stop() }

    /// Stops turning the reactor. Another host, or `Reactor.run()`, may turn it then.
    public func stop() {
        guard let source else { return }
        self.source = nil
        source.cancel()
        reactor.onWork = nil
    }

    /// Turns the reactor soon: what was scheduled between two turns makes its descriptor readable only then.
    private func wantTurn() {
        guard source != nil, !isTurnWanted else { return }
        isTurnWanted = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isTurnWanted = false
                self?.turn()
            }
        }
    }

    private func turn() {
        guard source != nil else { return }
        do throws(Errno) {
            // Where there was work there may be more. The main queue has other work too, so that it waits for its turn.
            if try reactor.turn(timeout: .zero) { wantTurn() }
        } catch {
            failure = error
            stop()
        }
    }
}
