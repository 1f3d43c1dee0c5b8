// SPDX-License-Identifier: Apache-2.0

package import BatonMotion
import BatonValues

/// A pose in which the device was held still while its samples were recorded (rule SIGN7). In the text of a recording it
/// is a line `# pose: face-up 2.125 5.125`, with the times of its first and last sample in seconds.
package struct RecordedPose: Hashable, Sendable {
    /// How the user was asked to hold the device.
    package let orientation: Orientation
    /// When it began and ended, in nanoseconds of the samples' clock.
    package let begin: Int64
    package let end: Int64

    package init(_ orientation: Orientation, begin: Int64, end: Int64) {
        (self.orientation, self.begin, self.end) = (orientation, begin, end)
    }

    /// The poses that a recording names. Malformed lines are left out.
    package static func all(in recording: Recording) -> [RecordedPose] {
        recording.header.filter { $0.key == "pose" }.compactMap { read($0.value, recording.firstTime) }
    }

    private static func read(_ text: String, _ first: Double) -> RecordedPose? {
        let words = text.split(separator: " ")
        guard words.count == 3, let orientation = Orientation(rawValue: String(words[0])), orientation != .undefined,
            let begin = Double(words[1]), let end = Double(words[2]), abs(begin) < 1e9, abs(end) < 1e9, begin <= end
        else { return nil }
        func nanoseconds(_ time: Double) -> Int64 { Int64(clamping: ((time - first) * 1e9).rounded()) }
        return RecordedPose(orientation, begin: nanoseconds(begin), end: nanoseconds(end))
    }

    /// Its line, for the writer that has written its samples.
    package func field(_ writer: RecordingWriter) -> RecordingField {
        RecordingField("pose", "\(orientation.rawValue) \(writer.time(begin)) \(writer.time(end))")
    }
}
