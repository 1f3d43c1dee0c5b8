// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionReport

/// What `batonctl replay` prints about a recording, as text and as JSON.
struct ReplayReport {
    private let name: String
    private let recording: Recording
    private let settings: ShakeSettings
    private let replay: ShakeReplay
    private let poses: PoseTable
    private let model: ShakeModel

    init(_ name: String, _ recording: Recording, _ settings: ShakeSettings, model: ShakeModel = .builtIn) {
        self.name = name
        self.recording = recording
        self.settings = settings
        self.model = model
        poses = PoseTable(recording)
        var replay = ShakeReplay(settings, model: model, origin: 0)
        for sample in recording.samples { replay.take(sample) }
        replay.finish()
        self.replay = replay
    }

    /// The recording's signal with everything that the recognizer found in it.
    var trace: MotionTrace {
        var replay = replay
        let settings = "sensitivity \(settings.sensitivity.rawValue)"
        replay.describe(source: name, details: [words, settings].filter { !$0.isEmpty })
        return replay.trace
    }

    /// One line for the recording, one for each event or movement, and one with the sums.
    var lines: [String] {
        var lines = [heading]
        if let magnitude = recording.magnitudeWithoutGravity {
            let half = DecimalText.text(magnitude, 2)
            lines.append(
                "Half of the values are above \(half) m/s² in magnitude; a sensor at rest measures 9.8. See: batonctl doctor"
            )
        }
        for entry in entries { lines.append("\(Self.time(entry.time))  \(entry.text)") }
        lines.append(summary)
        if let conclusion = poses.conclusion { lines.append(conclusion) }
        return lines
    }

    /// One object for each event or movement, and one with the sums.
    var json: [JSON] {
        entries.map(\.json) + [
            .object(
                [
                    ("event", .string("summary")), ("seconds", .double(Self.seconds(recording.duration))),
                    ("samples", .integer(Int64(recording.samples.count))), ("rate", .double(recording.rate)),
                    ("sensitivity", .string(settings.sensitivity.rawValue)),
                    ("began", .integer(Int64(counts.began))), ("ended", .integer(Int64(counts.ended))),
                    ("cancelled", .integer(Int64(counts.cancelled))), ("misses", .integer(Int64(replay.misses.count))),
                ] + (poses.conclusion.map { [("axes", .string($0))] } ?? []))
        ]
    }

    // MARK: Entries

    private struct Entry {
        let time: Double
        let text: String
        let json: JSON
    }

    private var entries: [Entry] {
        (replay.phases.map(Self.entry) + replay.misses.map(entry) + poses.rows.map(Self.entry)).sorted {
            $0.time < $1.time
        }
    }

    private static func entry(_ phase: MotionPhase) -> Entry {
        let time = seconds(phase.timestamp)
        var members: [(String, JSON)] = [("time", .double(time))]
        let text: String
        switch phase {
        case .began:
            text = "began"
            members.append(("event", .string("began")))
        case .ended(_, let duration):
            text = "ended      after \(DecimalText.text(seconds(duration), 2)) s of shaking"
            members += [("event", .string("ended")), ("duration", .double(seconds(duration)))]
        case .cancelled(_, let reason):
            text = reason == .tooLong ? "cancelled  too long" : "cancelled  interrupted"
            members += [("event", .string("cancelled")), ("reason", .string(reason.rawValue))]
        }
        return Entry(time: time, text: text, json: .object(members))
    }

    private func entry(_ miss: MotionEpisode) -> Entry {
        let reasons = WhyNot.reasons(for: miss, model: model)
        let length = DecimalText.text(miss.end - miss.start, 1)
        let score = miss.best.score.map { "\(MotionSummary.score($0, miss.best.bar)); " } ?? ""
        let text = "no shake   \(length) s, \(score)" + reasons.map { $0.text(miss) }.joined(separator: "; ")
        let features = miss.best.features.map { features in
            JSON.object(ShakeFeature.allCases.map { ($0.rawValue, .double(features[$0])) })
        }
        let json: JSON = .object([
            ("time", .double(miss.start)), ("event", .string("none")), ("end", .double(miss.end)),
            ("reasons", .array(reasons.map { .string($0.rawValue) })),
            ("score", miss.best.score.map(JSON.double) ?? .null), ("bar", .double(miss.best.bar)),
            ("peak", .double(miss.peak)), ("features", features ?? .null),
        ])
        return Entry(time: miss.start, text: text, json: json)
    }

    private static func entry(_ row: PoseTable.Row) -> Entry {
        let (time, force) = (Double(row.pose.begin) / 1e9, row.force)
        let values = [("x", force.x), ("y", force.y), ("z", force.z)]
        let text = values.map { "\($0.0) \(DecimalText.signed($0.1))" }.joined(separator: "  ")
        return Entry(
            time: time, text: "pose       \(row.pose.orientation.rawValue): \(text)",
            json: .object(
                [
                    ("time", .double(time)), ("event", .string("pose")),
                    ("pose", .string(row.pose.orientation.rawValue)),
                ] + values.map { ($0.0, .double($0.1)) }))
    }

    // MARK: Sums

    private var counts: (began: Int, ended: Int, cancelled: Int) {
        replay.phases.reduce(into: (0, 0, 0)) { counts, phase in
            switch phase {
            case .began: counts.0 += 1
            case .ended: counts.1 += 1
            case .cancelled: counts.2 += 1
            }
        }
    }

    private var words: String {
        let device = recording.value(of: "device") ?? ""
        let rate = "\(DecimalText.short(recording.rate, 1)) Hz"
        return device.isEmpty ? rate : "\(device), \(rate)"
    }

    private var heading: String {
        let length = DecimalText.text(Self.seconds(recording.duration), 1)
        let longest = DecimalText.short(Self.seconds(settings.longestShake))
        return "\(name): \(words), \(length) s, \(recording.samples.count) samples; "
            + "sensitivity \(settings.sensitivity.rawValue), longest shake \(longest) s"
    }

    private var summary: String {
        let misses = replay.misses.count
        let rest =
            misses == 0 ? "" : "; \(misses) \(misses == 1 ? "movement that was" : "movements that were") no shake"
        let shaking = replay.trace.isShaking ? "; the recording ends within a shake" : ""
        return "\(counts.began) began, \(counts.ended) ended, \(counts.cancelled) cancelled\(rest)\(shaking)"
    }

    private static func time(_ seconds: Double) -> String {
        DecimalText.padded(DecimalText.text(seconds, 3), to: 9) + " s"
    }

    private static func seconds(_ duration: Duration) -> Double { duration.inSeconds }
}
