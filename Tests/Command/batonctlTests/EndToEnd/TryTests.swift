// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// What `make run` starts (README.md), with real players on a bus of its own.
@Suite struct TryTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// The processes with this folder in their command line or environment.
    private func processes(of folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { Int32($0) != nil && Int32($0) != getpid() }.filter { process in
            ["cmdline", "environ"].contains { name in
                (FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data())
                    .range(of: Data(folder.utf8)) != nil
            }
        }
    }

    @Test("`make run`: Ctrl-C ends everything that it started, and leaves no file")
    func ends() throws {
        let folder = stage.directory.appending(path: "try").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let build = URL(filePath: Stage.program("batonctl")).deletingLastPathComponent().path
        let child = try ChildProcess(
            // A program that was started with the signal ignored could not notice it.
            ["env", "--default-signal=INT", "/bin/bash", "\(Checkout.root)/docs/try/run.sh", build],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder])
        try #require(
            stage.turn { child.output.contains("Every event is shown") || child.hasEnded },
            "\(child.output) \(child.errors)")
        try #require(!child.hasEnded, "\(child.output) \(child.errors)")
        // A bus, two players, batond and a monitor, besides the script.
        #expect(processes(of: folder).count >= 5)
        Glibc.kill(child.identifier, SIGINT)
        #expect(stage.turn { child.hasEnded })
        #expect(child.status == 0)
        #expect(processes(of: folder) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("baton-try") } == [])
    }
}
