// SPDX-License-Identifier: Apache-2.0

import BatonTouchReport
import BatonTouchscreen
import Foundation

/// Runs the shipped recognizers over every evemu recording of a folder, and writes what they found as JSON.
///
/// Usage: score-touches DIRECTORY [--json FILE]
@main
@MainActor
enum ScoreTouches {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard [1, 3].contains(arguments.count), arguments.count == 1 || arguments[1] == "--json" else {
            fail(64, "usage: score-touches DIRECTORY [--json FILE]")
        }
        do {
            let data = try json(of: scores(in: URL(fileURLWithPath: arguments[0], isDirectory: true)))
            guard arguments.count == 3 else { return print(String(decoding: data, as: UTF8.self)) }
            try data.write(to: URL(fileURLWithPath: arguments[2]))
        } catch {
            fail(66, "score-touches: \(error.localizedDescription)")
        }
    }

    private static func scores(in folder: URL) throws -> [String: Score] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var scores: [String: Score] = [:]
        for file in files where file.pathExtension == "events" {
            scores[file.deletingPathExtension().lastPathComponent] = try score(of: file)
        }
        return scores
    }

    /// What was found in a recording. A file that is no recording, and a device whose touches are not used, are refused
    /// with the code of the reason.
    private static func score(of file: URL) throws -> Score {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        do {
            let recording = try TouchRecording(text)
            let panel = try recording.panel.get()
            let board = GestureBoard(size: panel.size)
            board.play(recording, on: panel)
            return Score(board.counts, refused: nil)
        } catch let error as TouchRecordingError {
            let place = error.line.map { "line \($0): " } ?? ""
            return Score(GestureCounts(), refused: "unreadable: \(place)\(error)")
        } catch let error as TouchPanelRefusal {
            return Score(GestureCounts(), refused: "\(error.rawValue): \(error)")
        }
    }

    private static func json(of scores: [String: Score]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(["recordings": scores])
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(status)
    }
}
