// SPDX-License-Identifier: Apache-2.0
import BatonDBus
import BatonMotion
import BatonReactor

/// Writes the sensor's samples to a recording.
final class Recorder {
    private let stream: MotionStream
    private var writer: RecordingWriter
    private var order: SampleOrder
    private var block = ""
    private var failure: CommandError?
    private(set) var samples = 0
    private(set) var lost: UInt64 = 0

    /// - Parameter all: Whether every motion sensor of the machine is recorded, not the accelerometer alone.
    /// - Throws: ``CommandError`` when no stream can be opened.
    init(session: BusSession, all: Bool = false) throws(CommandError) {
        var kinds: Set<SensorKind> = [.accelerometer]
        if all {
            let agent = AgentClient(session: session)
            let words = try MotionFailure.asking(agent) { () throws(DBusError) in try agent.capabilities() }
            kinds.formUnion(SensorKind.allCases.filter { words.contains($0.word) })
        }
        stream = try MotionStream(session: session, kinds: kinds)
        writer = RecordingWriter(header: stream.format.header, hasKinds: kinds.count > 1)
        order = SampleOrder(kinds)
    }

    /// Records until the time is over or the user ends it. The file has all samples received so far, also after a
    /// failure.
    func run(into path: String, force: Bool, for limit: Duration?) throws(CommandError) {
        let file = try OutputFile(path, force: force)
        try file.write(writer.beginning)
        let end = try stream.run(
            for: limit, receive: { [unowned self] in take($0) }, idle: { [unowned self] in flush(into: file) })
        if let failure { throw failure }
        write(order.finish())
        try file.write(block)
        tell(path)
        if end == .closed { throw stream.explanation() }
    }

    private func flush(into file: OutputFile) {
        do throws(CommandError) {
            try file.write(block)
        } catch {
            failure = error
            stream.stop()
        }
        block = ""
    }

    private func take(_ record: StreamRecord) {
        switch record {
        case .sample(let sample): write(order.take(sample))
        case .lost(let count, _): lost += UInt64(count)
        case .phase: break
        }
    }

    private func write(_ ready: [SensorSample]) {
        for sample in ready { block += writer.line(sample) }
        samples += ready.count
    }

    private func tell(_ path: String) {
        let name = path == "-" ? "" : " in \(path)"
        Console.complain("\(samples) samples\(name)")
        if lost > 0 { Console.complain("\(lost) samples were lost: they arrived faster than they could be written.") }
    }
}
