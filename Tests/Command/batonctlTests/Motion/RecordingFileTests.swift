// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionSupport
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// Recordings as files, plain and packed.
@Suite struct RecordingFileTests {
    @Test("a file is read plain and from .gz, and an error has its line")
    func readsFiles() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "baton-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let plain = directory.appending(path: "a.csv").path
        try MotionSignal.shakes([25]).text.write(toFile: plain, atomically: true, encoding: .utf8)
        #expect(try RecordingFile.read(plain).samples.count == 250)
        let gzip = try ChildProcess(["gzip", "-k", plain], environment: ["PATH": "/usr/bin:/bin"])
        try gzip.waitForEnd()
        #expect(try RecordingFile.read(plain + ".gz").samples.count == 250)
        try "t_s,ax,ay,az\n0,0,0,9.8\n1,0,0,x\n".write(toFile: plain, atomically: true, encoding: .utf8)
        #expect(throws: CommandError("\(plain):3: 'x' is not a number")) { try RecordingFile.read(plain) }
        #expect(throws: CommandError.self) { try RecordingFile.read(directory.path) }
        let missing = directory.appending(path: "missing.csv.gz").path
        #expect(throws: CommandError("Could not read \(missing): No such file or directory")) {
            try RecordingFile.read(missing)
        }
        let broken = directory.appending(path: "broken.gz").path
        try "no gzip".write(toFile: broken, atomically: true, encoding: .utf8)
        #expect(throws: CommandError("Could not read \(broken): gzip could not unpack it")) {
            try RecordingFile.read(broken)
        }
    }

    @Test("SHAKE20: of a .gz that was cut the whole lines are read, and that is told; one with other errors is refused")
    func readsCutFile() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "baton-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let plain = directory.appending(path: "unexpected end of file.csv")
        try MotionSignal.shakes([25]).text.write(to: plain, atomically: true, encoding: .utf8)
        let gzip = try ChildProcess(["gzip", "-k", plain.path], environment: ["PATH": "/usr/bin:/bin"])
        try gzip.waitForEnd()
        let packed = plain.appendingPathExtension("gz")
        let whole = try Data(contentsOf: packed)
        // Without its length at the end nothing is missing; in the middle the rest is.
        for (length, samples) in [(whole.count - 8, 250...250), (whole.count / 2, 1...249)] {
            try whole.prefix(length).write(to: packed)
            let child = try ChildProcess(
                [Stage.program("batonctl"), "replay", packed.path], environment: ["PATH": "/usr/bin:/bin"])
            try child.waitForEnd()
            #expect(child.status == 0, "\(child.errors)")
            #expect(child.errors == "\(packed.path) was cut; what is whole of it is read.\n")
            #expect(samples.contains(try RecordingFile.read(packed.path).samples.count))
        }
        var wrong = whole
        wrong[wrong.count - 6] ^= 0xFF
        try wrong.write(to: packed)
        #expect(throws: CommandError("Could not read \(packed.path): gzip could not unpack it")) {
            try RecordingFile.read(packed.path)
        }
        for length in [5, 12] {
            try whole.prefix(length).write(to: packed)
            let told = CommandError("Could not read \(packed.path): it was cut before the end of its first line")
            #expect(throws: told) { try RecordingFile.read(packed.path) }
        }
    }
}
