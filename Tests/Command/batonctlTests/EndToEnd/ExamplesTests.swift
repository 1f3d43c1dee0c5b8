// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// `.ci/examples`, which compiles the examples in doc comments.
@Suite struct ExamplesTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Checks a folder with this file of BatonMotion only.
    private func check(_ source: String) throws -> ChildProcess {
        let folder = stage.directory.appending(path: "Sources/Kits/BatonMotion")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try source.write(to: folder.appending(path: "Gravity.swift"), atomically: true, encoding: .utf8)
        let build = URL(filePath: Stage.program("batonctl")).deletingLastPathComponent().path
        let child = try ChildProcess(
            ["\(Checkout.root)/.ci/examples", build, stage.directory.path], environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { child.hasEnded })
        return child
    }

    @Test("an example that compiles passes")
    func whole() throws {
        let child = try check(
            """
            /// The pull of the earth.
            ///
            /// For example:
            /// ```swift
            /// let gravity = Acceleration(x: 0, y: 0, z: Acceleration.standardGravity)
            /// ```
            public struct Gravity {}
            """)
        #expect(child.status == 0, "\(child.errors)")
        #expect(child.output == "examples: 1 compile; 1 of 1 public types have one of their own\n")
    }

    @Test(
        "an example that does not compile is reported with its file and line",
        arguments: ["let gravity = Acceleration(x: 0, y: 0)", "let Gravity = 1; gravity", "var gravity = 9.81"])
    func broken(example: String) throws {
        let child = try check(
            """
            /// The pull of the earth.
            ///
            /// For example:
            ///
            ///     let zero = Acceleration.zero
            ///     \(example)
            public struct Gravity {}
            """)
        #expect(child.status == 1)
        #expect(child.errors.contains("Sources/Kits/BatonMotion/Gravity.swift:6:"), "\(child.errors)")
    }

    @Test("a public type without an example is reported, but not an error, nor a type inside one with an example")
    func missing() throws {
        let child = try check(
            """
            public struct Gravity {}

            public struct Failure: Error {}

            /// Where it pulls.
            ///
            /// For example:
            /// ```swift
            /// print("down")
            /// ```
            public struct Direction {
                public enum Axis { case z }
            }
            """)
        #expect(child.status == 1)
        #expect(
            child.errors
                == "examples: Sources/Kits/BatonMotion/Gravity.swift:1: BatonMotion.Gravity is public and has no example\n"
        )
    }

    @Test("'For example' with a colon and no code after it is reported, and so is code without 'For example'")
    func empty() throws {
        let child = try check("/// For example:\n\n/// The sun.\n/// ```swift\n/// print(1)\n/// ```\nstruct Sun {}\n")
        #expect(child.status == 1)
        #expect(child.errors.contains("Gravity.swift:1: 'For example' with a colon"), "\(child.errors)")
        #expect(child.errors.contains("Gravity.swift:4: the line before an example begins"), "\(child.errors)")
    }
}
