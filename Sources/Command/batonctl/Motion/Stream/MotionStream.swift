// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMotion
import BatonReactor
import Glibc
import SystemPackage

/// The sensor's samples, which arrive through a pipe from the agent.
final class MotionStream {
    let session: BusSession
    /// The agent's description of the stream.
    let format: StreamFormat
    private let pipe: UnixFileDescriptor
    private var decoder = StreamDecoder()
    private var end: StreamEnd?
    private var failure: CommandError?

    /// Opens a stream.
    ///
    /// - Throws: ``CommandError`` when there is no agent, no sensor, or when the agent refuses.
    init(session: BusSession, kinds: Set<SensorKind> = [.accelerometer]) throws(CommandError) {
        self.session = session
        let agent = AwaitedAgent(session: session)
        (pipe, format) = try agent.motion.openStream(kinds)
        guard format.isKnown else { throw StreamDecoder.otherVersion(format.version) }
        let flags = fcntl(pipe.fileDescriptor.rawValue, F_GETFL)
        _ = fcntl(pipe.fileDescriptor.rawValue, F_SETFL, flags | O_NONBLOCK)
    }

    /// Reads until the time is over, the user ends it, or the stream ends.
    ///
    /// - Parameters:
    ///   - limit: How long to read; nil for no limit.
    ///   - receive: Called for each record; it may call ``stop()``.
    ///   - idle: Called each time everything available has been read.
    /// - Throws: ``CommandError`` when the records cannot be read.
    func run(
        for limit: Duration?, receive: @escaping (StreamRecord) -> Void, idle: @escaping () -> Void = {}
    ) throws(CommandError) -> StreamEnd {
        let reactor = session.reactor
        end = nil
        do {
            let signals = try reactor.signals([.interrupt, .terminate, .hangUp]) { [self] _ in finish(.stopped)
            }
            let timer = limit.map { reactor.schedule(after: $0) { [self] in finish(.timeOver) } }
            let watch = try reactor.watch(pipe.fileDescriptor, for: .readable) { [self] _ in
                read(receive)
                idle()
            }
            session.turn { end != nil || failure != nil }
            watch.cancel()
            timer?.cancel()
            signals.cancel()
        } catch {
            throw CommandError("Could not read the sensor's stream: \(error)")
        }
        if let failure { throw failure }
        return end ?? .closed
    }

    /// Stops reading.
    func stop() { finish(.enough) }

    /// Why the stream ended, for people.
    func explanation() -> CommandError {
        do {
            let agent = try AwaitedAgent(session: session).properties(of: .application)
            let sensor = agent[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails]
            let state = sensor.map { " Baton says: \(SensorText.text($0))." } ?? ""
            return CommandError("The sensor's data ended early.\(state)")
        } catch {
            return CommandError(
                "The sensor's data ended early: Baton was stopped.", status: .agentUnreachable)
        }
    }

    private func finish(_ reason: StreamEnd) {
        if end == nil { end = reason }
    }

    /// Reads what is available, at most 64 KiB, so that other events of the reactor have their turn.
    private func read(_ receive: (StreamRecord) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            do {
                let count = try pipe.fileDescriptor.read(into: buffer, retryOnInterrupt: true)
                if count == 0 { return finish(.closed) }
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), receive)
            } catch let error as Errno where error == .wouldBlock {
                return
            } catch {
                finish(.closed)
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ receive: (StreamRecord) -> Void) {
        do throws(CommandError) {
            try decoder.take(bytes) { record in
                if end == nil { receive(record) }
            }
        } catch {
            failure = error
        }
    }
}
