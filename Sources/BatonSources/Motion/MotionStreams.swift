// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonMotion
package import BatonReactor
package import BatonSensorLink
import BatonSettings
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

    /// Called when the number of streams, or which of them are served, has changed.
    package var onChange: (() -> Void)?
    /// Sends a command to the running process.
    package var send: ((SensorCommand, FileDescriptor?) -> Bool)?

    private let connection: Connection
    private let reactor: Reactor
    private var streams: [UInt32: (client: BusName, isFullRate: Bool)] = [:]
    private var waiting: [UInt32: (Result<(FileDescriptor, SensorDescription), DBusError>) -> Void] = [:]
    private var timers: [UInt32: ReactorTimer] = [:]
    private var watches: [BusName: NameWatch] = [:]
    private var nextNumber: UInt32 = 1
    private var sensor: SensorDescription?

    package init(connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
    }

    /// Whether no client reads samples.
    package var isEmpty: Bool { streams.isEmpty }

    /// Opens a stream. `then` gets the end to read from, which the caller has to close, or the reason why there is
    /// none.
    package func open(
        for client: BusName, isFullRate: Bool,
        then: @escaping (Result<(FileDescriptor, SensorDescription), DBusError>) -> Void
    ) {
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
        streams[number] = (client, isFullRate)
        watch(client)
        guard let sensor else {
            waiting[number] = then
            timers[number] = reactor.schedule(after: Self.deadline, tolerance: .milliseconds(100)) { [weak self] in
                self?.fail(number, DBusError(.timeout, "the sensor did not answer in \(Self.deadline)"))
            }
            onChange?()
            return
        }
        then(connect(number, sensor))
        onChange?()
    }

    /// The sensor is read now: the callers that wait get their streams.
    func sensorReady(_ sensor: SensorDescription) {
        let isAnother = self.sensor != nil
        self.sensor = sensor
        // A change of the way in which the sensor is read is not reported: the streams go on.
        guard !isAnother else { return }
        // If the process ends during this loop, all callers have been answered then.
        for (number, then) in waiting where waiting[number] != nil {
            finishWaiting(number)
            then(connect(number, sensor))
        }
        onChange?()
    }

    /// The sensor is not read any more. Its process has closed the pipes.
    package func sensorLost(_ reason: Reason) {
        sensor = nil
        let callers = waiting
        for number in callers.keys { finishWaiting(number) }
        streams = [:]
        unwatchUnused()
        for then in callers.values { then(.failure(reason.refusalOfSamples)) }
        onChange?()
    }

    /// Refuses the callers that wait, with the reason.
    func refuseWaiting(_ reason: Reason) {
        for number in Array(waiting.keys) { fail(number, reason.refusalOfSamples) }
    }

    /// The reader has closed its end.
    package func ended(_ number: UInt32) {
        guard streams.removeValue(forKey: number) != nil else { return }
        unwatchUnused()
        onChange?()
    }

    /// Closes all streams: the clients' unique names are not valid on another bus.
    package func busLost() {
        for number in Array(streams.keys) { close(number) }
        unwatchUnused()
        onChange?()
    }

    // MARK: One stream

    private func connect(
        _ number: UInt32, _ sensor: SensorDescription
    ) -> Result<(FileDescriptor, SensorDescription), DBusError> {
        let isFullRate = streams[number]?.isFullRate ?? true
        let reading: FileDescriptor
        let writing: FileDescriptor
        do {
            (reading, writing) = try FileDescriptor.pipe()
        } catch {
            streams[number] = nil
            return .failure(DBusError(.failed, "no pipe can be made: \(error)"))
        }
        // The write end is open here for a moment only, and no other program is started in that time.
        defer { try? writing.close() }
        _ = fcntl(reading.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(writing.rawValue, F_SETFD, FD_CLOEXEC)
        guard send?(.openStream(id: number, isFullRate: isFullRate), writing) == true else {
            try? reading.close()
            streams[number] = nil
            return .failure(DBusError(.failed, "the sensor's process does not answer"))
        }
        return .success((reading, sensor))
    }

    private func fail(_ number: UInt32, _ error: DBusError) {
        let then = waiting[number]
        finishWaiting(number)
        streams[number] = nil
        unwatchUnused()
        then?(.failure(error))
        onChange?()
    }

    private func finishWaiting(_ number: UInt32) {
        waiting[number] = nil
        timers.removeValue(forKey: number)?.cancel()
    }

    private func close(_ number: UInt32) {
        finishWaiting(number)
        guard streams.removeValue(forKey: number) != nil else { return }
        _ = send?(.closeStream(id: number), nil)
    }

    // MARK: Clients

    private func watch(_ client: BusName) {
        guard watches[client] == nil else { return }
        watches[client] = connection.watchName(client) { [weak self] owner in
            guard owner == nil, let self else { return }
            for (number, stream) in streams where stream.client == client { close(number) }
            unwatchUnused()
            onChange?()
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
