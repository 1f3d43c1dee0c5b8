// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionReport
import BatonValues

/// Tells how the device of a recording was turned: as lines, as a table, or as a picture.
struct RecordedAttitude {
    private let recording: Recording
    /// What was computed when it was recorded; empty where it can be computed anew.
    private let points: [AttitudePoint]

    /// - Throws: ``CommandError`` when the file is no recording, or has no gyroscope.
    init(_ path: String) throws(CommandError) {
        let text: String
        (recording, text) = try RecordingFile.readBoth(path)
        points = AttitudeReplay.isPossible(recording) ? [] : FusedRows.read(text)
        guard AttitudeReplay.isPossible(recording) || !points.isEmpty else {
            throw CommandError("\(path) has no samples of a gyroscope; 'batonctl record --all' writes them.")
        }
        if !recording.isInDeviceFrame {
            Console.complain("\(path) does not say in which frame it is; the sign of gravity may be wrong.")
        }
    }

    /// Prints a line ten times a second; or writes fifty a second to a file, or draws them.
    func show(csv: String?, svg: String?, force: Bool) throws(CommandError) {
        guard let path = csv ?? svg else {
            var table = AttitudeTable()
            return run(every: 0.1) { Console.print(table.text($0)) }
        }
        var points: [AttitudePoint] = []
        run(every: 0.02) { points.append($0) }
        guard points.count > 1 else { throw CommandError("The recording is too short.") }
        if svg != nil { return try OutputFile.write(AttitudePicture.svg(points), to: path, force: force) }
        var table = AttitudeTable()
        let text = points.reduce(into: AttitudeTable.beginning) { $0 += table.line($1) }
        try OutputFile.write(text, to: path, force: force)
    }

    private func run(every interval: Double, _ each: @escaping (AttitudePoint) -> Void) {
        guard !points.isEmpty else {
            return AttitudeReplay.run(recording, every: interval) { each(AttitudePoint($0)) }
        }
        var thinner = SampleThinner()
        for point in points
        where thinner.takes(Int64(clamping: (point.time * 1e9).rounded()), every: interval) { each(point) }
    }
}
