// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonMotion
package import BatonReactor
package import BatonSensorLink
import BatonSession
import BatonSettings
package import BatonValues
import Glibc
package import SystemPackage

/// The pipes of the clients that read samples (`OpenStream`). `baton-sensor` writes into them itself; batond only knows
/// which client each belongs to.
@MainActor
package final class MotionStreams: AgentPart {
    /// The most streams of one client, and of all clients together.
    package static let limitPerClient = 4
    package static let limit = 16
    /// The longest time that a caller waits for the sensor.
    package static let deadline = Duration.seconds(5)

    /// Told when the number of streams, or which of them are served, has changed.
    private var observers = Observers<Void>()
    /// Sends a command to the running process.
    package var send: ((SensorCommand, FileDescriptor?) -> Bool)?

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    private let connection: Connection
    private let reactor: Reactor
    private var streams: [UInt32: Stream] = [:]
    private var watches: [BusName: NameWatch] = [:]
    private var nextNumber: UInt32 = 1
    /// Whether the sensor's process has found its sensor.
    private var isReady = false

    /// The read end for the caller, and the sensors of the stream.
    package typealias Opened = (FileDescriptor, [SensorDescription])
    package typealias Completion = (Result<Opened, DBusError>) -> Void

    private struct Stream {
        let client: BusName
        let request: StreamRequest
        /// The read end, while the sensor's process has not answered.
        var reading: FileDescriptor?
        /// Nil when the caller was answered.
        var then: Completion?
        var timer: ReactorTimer?
    }

    package init(connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
    }

    /// Whether no client reads samples.
    package var isEmpty: Bool { streams.isEmpty }

    /// Opens a stream. `then` gets the end to read from, which the caller has to close, or the reason why there is
    /// none.
    package func open(_ request: StreamRequest, for client: BusName, then: @escaping Completion) {
        guard streams.count < Self.limit,
            streams.values.count(where: { $0.client == client }) < Self.limitPerClient
        else {
            return then(
                .failure(
                    DBusError(
                        .limitsExceeded,
                        "no more than \(Self.limitPerClient) streams a client and \(Self.limit) in all; close one")))
        }
        let number = nextNumber
        nextNumber &+= 1
        let timer = reactor.schedule(after: Self.deadline, tolerance: .milliseconds(100)) { [weak self] in
            self?.fail(number, DBusError(.timeout, "the sensor did not answer in \(Self.deadline)"))
        }
        streams[number] = Stream(client: client, request: request, then: then, timer: timer)
        watch(client)
        if isReady { connect(number) }
        observers.tell(())
    }

    /// The sensor's process has found its sensor: the callers that wait get their streams.
    func sensorReady() {
        // A change of the way in which the sensor is read is not reported: the streams go on.
        guard !isReady else { return }
        isReady = true
        for number in streams.keys.sorted() { connect(number) }
        observers.tell(())
    }

    /// The process reads the sensors of a stream.
    func opened(_ number: UInt32, _ sensors: [SensorDescription]) {
        guard let stream = streams[number], let reading = stream.reading, let then = stream.then else { return }
        stream.timer?.cancel()
        streams[number] = Stream(client: stream.client, request: stream.request)
        then(.success((reading, sensors)))
    }

    /// The process cannot read a sensor of a stream.
    func refused(_ number: UInt32, _ failure: SensorFailure) {
        let isMissing = failure.reason == .noSensor || failure.reason == .unsupported
        fail(number, DBusError(isMissing ? .invalidArguments : .failed, failure.message))
    }

    /// The sensor is not read any more. Its process has closed the pipes.
    package func sensorLost(_ reason: Reason) {
        isReady = false
        let all = streams
        streams = [:]
        unwatchUnused()
        for stream in all.values { answer(stream, reason.refusalOfSamples) }
        observers.tell(())
    }

    /// Refuses the callers that wait, with the reason.
    func refuseWaiting(_ reason: Reason) {
        for (number, stream) in streams where stream.then != nil { fail(number, reason.refusalOfSamples) }
    }

    /// The reader has closed its end.
    package func ended(_ number: UInt32) {
        guard let stream = streams.removeValue(forKey: number) else { return }
        answer(stream, DBusError(.failed, "the sensor ended the stream"))
        unwatchUnused()
        observers.tell(())
    }

    /// Closes all streams: the clients' unique names are not valid on another bus.
    package func busLost() {
        for number in Array(streams.keys) { close(number) }
        unwatchUnused()
        observers.tell(())
    }

    // MARK: One stream

    /// Gives the process the write end of a new pipe.
    private func connect(_ number: UInt32) {
        guard let stream = streams[number], stream.then != nil, stream.reading == nil else { return }
        let reading: FileDescriptor
        let writing: FileDescriptor
        do {
            (reading, writing) = try FileDescriptor.pipe()
        } catch {
            return fail(number, DBusError(.failed, "no pipe can be made: \(error)"))
        }
        // The write end is open here for a moment only, and no other program is started in that time.
        defer { try? writing.close() }
        _ = fcntl(reading.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(writing.rawValue, F_SETFD, FD_CLOEXEC)
        streams[number]?.reading = reading
        guard send?(.openStream(id: number, stream.request), writing) == true else {
            return fail(number, DBusError(.failed, "the sensor's process does not answer"))
        }
    }

    private func fail(_ number: UInt32, _ error: DBusError) {
        guard let stream = streams.removeValue(forKey: number) else { return }
        if stream.reading != nil { _ = send?(.closeStream(id: number), nil) }
        unwatchUnused()
        answer(stream, error)
        observers.tell(())
    }

    /// Refuses the caller of a stream, if it still waits.
    private func answer(_ stream: Stream, _ error: DBusError) {
        stream.timer?.cancel()
        try? stream.reading?.close()
        stream.then?(.failure(error))
    }

    private func close(_ number: UInt32) {
        guard let stream = streams.removeValue(forKey: number) else { return }
        answer(stream, DBusError(.failed, "the caller has left"))
        _ = send?(.closeStream(id: number), nil)
    }

    // MARK: Clients

    private func watch(_ client: BusName) {
        guard watches[client] == nil else { return }
        watches[client] = connection.watchName(client) { [weak self] owner in
            guard owner == nil, let self else { return }
            for (number, stream) in streams where stream.client == client { close(number) }
            unwatchUnused()
            observers.tell(())
        }
    }

    private func unwatchUnused() {
        let used = Set(streams.values.map(\.client))
        for client in watches.keys where !used.contains(client) { watches.removeValue(forKey: client)?.cancel() }
    }
}

extension Reason {
    /// The error of `OpenStream`: its name has the code.
    package var refusalOfSamples: DBusError {
        DBusError(code.errorName, code == .sensor(.lost) ? description : "the sensor is off: \(self)")
    }
}
