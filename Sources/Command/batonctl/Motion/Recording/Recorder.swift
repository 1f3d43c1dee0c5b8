// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonCoreMotion
import BatonMotion
import BatonMotionReport
import BatonReactor

/// Writes the sensor's samples to a recording.
final class Recorder {
    private let stream: MotionStream
    private var writer: RecordingWriter
    private var order: SampleOrder
    private var block = ""
    private var failure: CommandError?
    private var questions: PoseQuestions?
    private var fusion: AttitudeFusion?
    private(set) var samples = 0
    private(set) var lost: UInt64 = 0

    /// - Parameters:
    ///   - all: Whether every motion sensor of the machine is recorded, not the accelerometer alone.
    ///   - fused: Whether what is computed from the samples is recorded too; implies `all`.
    ///   - poses: Whether the user is asked for six poses; the recording ends with the last one.
    /// - Throws: ``CommandError`` when no stream can be opened.
    init(session: BusSession, all: Bool = false, fused: Bool = false, poses: Bool = false) throws(CommandError) {
        var kinds: Set<SensorKind> = [.accelerometer]
        if all || fused {
            let agent = AwaitedAgent(session: session)
            let words = try agent.motion.capabilities()
            kinds.formUnion(SensorKind.allCases.filter { words.contains($0.word) })
        }
        guard !fused || kinds.contains(.gyroscope) else {
            throw CommandError("This machine has no gyroscope, so its attitude is not known: record without --fused.")
        }
        stream = try MotionStream(session: session, kinds: kinds)
        writer = RecordingWriter(header: stream.format.header, hasKinds: kinds.count > 1)
        order = SampleOrder(kinds)
        if poses { questions = PoseQuestions() }
        if fused {
            fusion = AttitudeFusion(kinds, every: 0.01) { [self] in block += FusedRows.text($0, writer) }
        }
    }

    /// Records until the time is over or the user ends it. The file has all samples received so far, also after a
    /// failure.
    func run(into path: String, force: Bool, for limit: Duration?) throws(CommandError) {
        let file = try OutputFile(path, force: force)
        try file.write(writer.beginning)
        ask()
        let end = try stream.run(
            for: limit, receive: { [self] in take($0) }, idle: { [unowned self] in flush(into: file) })
        if let failure { throw failure }
        write(order.finish())
        try file.write(block)
        tell(path)
        if end == .closed { throw stream.explanation() }
        if let wanted = questions?.wanted {
            throw CommandError("The recording ended before the pose '\(wanted.rawValue)'.")
        }
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
        case .sample(let sample):
            write(order.take(sample))
            check(sample)
        case .lost(let count, _): lost += UInt64(count)
        case .phase, .fused: break
        }
    }

    /// Marks a pose that was held, and asks for the next one.
    private func check(_ sample: SensorSample) {
        switch questions?.process(sample) {
        case .held(let pose):
            block += writer.line(pose.field(writer))
            ask()
            if questions?.wanted == nil { stream.stop() }
        case .refused(let refusal): Console.complain("  \(refusal.sentence)")
        case nil: break
        }
    }

    private func ask() {
        guard let wanted = questions?.wanted, let index = PoseQuestions.poses.firstIndex(of: wanted) else { return }
        Console.complain("\(index + 1) of \(PoseQuestions.poses.count)  \(wanted.request), and leave it for 3 s.")
    }

    private func write(_ ready: [SensorSample]) {
        for sample in ready {
            block += writer.line(sample)
            fusion?.take(sample)
        }
        samples += ready.count
    }

    private func tell(_ path: String) {
        let name = path == "-" ? "" : " in \(path)"
        Console.complain("\(samples) samples\(name)")
        if lost > 0 { Console.complain("\(lost) samples were lost: they arrived faster than they could be written.") }
    }
}
