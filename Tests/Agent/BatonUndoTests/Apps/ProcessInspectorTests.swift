// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import BatonUndo

/// The evidence of a window's process: real programs with and without a pseudo-terminal, and invented directories where
/// the real `/proc` would take too many processes.
@MainActor
@Suite struct ProcessInspectorTests {
    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    /// script(1) holds the master of the terminal that it makes.
    private static let terminal = ["script", "-q", "-c", "echo ready; sleep 600", "/dev/null"]

    private func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(arguments, environment: Self.environment)
    }

    /// Waits for evidence about a process, which takes a moment to start.
    private func expect(_ process: ChildProcess, holdsTerminal holds: Bool?, _ note: Comment? = nil) {
        let comes = waitUntil { ProcessInspector().inspect(UInt32(process.identifier)).holdsTerminal == holds }
        #expect(comes, "\(note ?? "no such evidence") within \(BusStage.patience)")
    }

    @Test("a process without a terminal has its program's name")
    func plain() throws {
        let process = try start(["sleep", "600"])
        expect(process, holdsTerminal: false)
        #expect(ProcessInspector().inspect(UInt32(process.identifier)).names == ["sleep"])
    }

    @Test("the holder of a pseudo-terminal and its ancestors are found, whatever their names")
    func terminal() throws {
        let direct = try start(Self.terminal)
        expect(direct, holdsTerminal: true)
        let renamed = try start(["bash", "-c", "exec -a editor script -q -c 'sleep 600' /dev/null"])
        expect(renamed, holdsTerminal: true)
        let child = try start(["sh", "-c", "(\(Self.quoted(Self.terminal)); :) & wait"])
        expect(child, holdsTerminal: true)
        // A program in the terminal holds only the other end.
        let shells = try start(["script", "-q", "-c", "echo $$; exec sleep 600", "/dev/null"])
        expect(shells, holdsTerminal: true)
        try shells.waitForOutput { $0.contains("\n") }
        let inside = try #require(UInt32(shells.printed.filter(\.isNumber)))
        #expect(ProcessInspector().inspect(inside).holdsTerminal == false)
        // script(1) ends its children when it is asked to end.
        for process in [direct, renamed, child, shells] { process.signal(SIGTERM) }
    }

    private static func quoted(_ arguments: [String]) -> String {
        arguments.map { "'\($0)'" }.joined(separator: " ")
    }

    @Test("a process that is unknown, gone or unreadable gives no evidence")
    func unreadable() throws {
        let process = try start(["true"])
        expect(process, holdsTerminal: nil, "a zombie")
        #expect(ProcessInspector().inspect(0) == ProcessEvidence())
        #expect(ProcessInspector().inspect(.max) == ProcessEvidence())
        #expect(ProcessInspector(root: "/nonexistent").inspect(1) == ProcessEvidence())
        let folder = TemporaryFolder()
        folder.write("xterm\n", to: "7/comm")
        #expect(ProcessInspector(root: folder.path).inspect(7) == ProcessEvidence(names: ["xterm"]))
    }

    @Test("descendants are found by the kernel's lists, else by the parents of all processes")
    func family() throws {
        for hasLists in [true, false] {
            let processes = FakeProcesses(hasLists: hasLists)
            let inspector = ProcessInspector(root: processes.path)
            try processes.add(7, children: [8, 9])
            try processes.add(8, of: 7)
            try processes.add(9, of: 7, children: [10])
            try processes.add(10, of: 9)
            #expect(inspector.inspect(7) == ProcessEvidence(names: ["thing"], holdsTerminal: false))
            try processes.add(11, of: 10, opens: ["/dev/pts/3", "/dev/ptmx"])
            processes.setChildren([11], of: 10)
            #expect(inspector.inspect(7).holdsTerminal == true)
            #expect(inspector.inspect(8).holdsTerminal == false)
        }
    }

    @Test(
        "a master is the device itself, also in a sandbox",
        arguments: [
            ("/dev/ptmx", true), ("/dev/pts/ptmx", true), ("/newroot/dev/pts/ptmx", true), ("/dev/pts/0", false),
            ("/home/u/ptmx", false), ("/dev/ptmx.txt", false), ("", false),
            (String(repeating: "/x", count: 200), false),
        ])
    func links(_ link: String, _ holds: Bool) throws {
        let processes = FakeProcesses()
        try processes.add(7, opens: link.isEmpty ? [] : [link])
        #expect(ProcessInspector(root: processes.path).inspect(7).holdsTerminal == holds)
    }

    @Test("beyond a bound the answer is unknown, and nothing more is read")
    func bounds() throws {
        let processes = FakeProcesses()
        try processes.add(7, opens: Array(repeating: "/dev/null", count: 40), children: [8, 9])
        try processes.add(8, of: 7, opens: [])
        try processes.add(9, of: 7, opens: [])
        func inspect(_ change: (inout ProcessInspector.Limits) -> Void) -> Bool? {
            var limits = ProcessInspector.Limits()
            limits.time = .seconds(60)
            change(&limits)
            return ProcessInspector(root: processes.path, limits: limits).inspect(7).holdsTerminal
        }
        #expect(inspect { _ in } == false)
        #expect(inspect { $0.links = 39 } == nil)
        #expect(inspect { $0.processes = 2 } == nil)
        #expect(inspect { $0.processes = 3 } == false)
        #expect(inspect { $0.time = .zero } == nil)
        processes.setChildren(Array(repeating: 8, count: 3000), of: 7)
        #expect(inspect { _ in } == nil, "a list that is cut")
    }

    @Test("a process with thousands of open files takes at most some milliseconds of processor time")
    func time() throws {
        let processes = FakeProcesses()
        try processes.add(7, opens: Array(repeating: "/dev/null", count: 4000))
        let begin = ThreadTime.now
        _ = ProcessInspector(root: processes.path).inspect(7)
        // The bound is 5 ms; the rest is for one stride on a machine under load.
        #expect(ThreadTime.now - begin < .milliseconds(20))
    }
}
