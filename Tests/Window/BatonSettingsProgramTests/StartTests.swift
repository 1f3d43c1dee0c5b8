// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonTestSupport
import Glibc
import Testing

/// The window on a real screen of Xvfb and a real bus. `make test-settings` drives it as a person would.
@Suite struct StartTests {
    private static let program = ChildProcess.built("baton-settings")

    private func environment(_ stage: BusStage?, display: String?) -> [String: String] {
        var result = ["PATH": "/usr/bin:/bin", "HOME": stage?.directory ?? "/nonexistent", "LC_ALL": "C.UTF-8"]
        result["DBUS_SESSION_BUS_ADDRESS"] = stage?.bus.address
        result["XDG_RUNTIME_DIR"] = stage?.directory
        result["DISPLAY"] = display
        // There is neither a processor for pictures here nor a portal or a bus for screen readers.
        result["GDK_BACKEND"] = "x11"
        result["GSK_RENDERER"] = "cairo"
        result["GTK_A11Y"] = "none"
        result["GTK_USE_PORTAL"] = "0"
        result["GSETTINGS_BACKEND"] = "memory"
        return result
    }

    @Test("the window comes with each page, without a complaint of GTK, and ends when it is told to")
    func pages() throws {
        let stage = try BusStage()
        let server = try ChildProcess(XServer.command, environment: ["PATH": "/usr/bin:/bin"])
        defer { server.kill() }
        try server.waitForOutput { _ in XServer.display(of: server) != nil }
        let environment = environment(stage, display: XServer.display(of: server))
        let window = try ChildProcess([Self.program], environment: environment)
        let search = try ChildProcess(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Baton$"], environment: environment)
        try search.waitForEnd()
        for page in PageName.allCases {
            // A second start shows the page in the window of the first one.
            let start = try ChildProcess([Self.program, "--page", page.rawValue], environment: environment)
            try start.waitForEnd()
            #expect(start.exitStatus == 0, "\(page): \(start.printed)")
        }
        #expect(window.exitStatus == nil, "it runs on: \(window.printed)")
        window.signal(SIGTERM)
        try window.waitForEnd()
        let complaints = window.printed.split(separator: "\n").filter {
            $0.contains("CRITICAL") || $0.contains("fatal")
        }
        #expect(complaints.isEmpty, "\(window.printed)")
    }

    @Test(
        "without a display, and with words that mean nothing, it says one sentence and ends",
        arguments: [([], 1, "no display"), (["--page", "x"], 64, "no page 'x'"), (["--wrong"], 64, "'--wrong'")]
            as [([String], Int32, String)])
    func refused(_ words: [String], _ status: Int32, _ sentence: String) throws {
        let program = try ChildProcess([Self.program] + words, environment: environment(nil, display: nil))
        try program.waitForEnd()
        #expect(program.exitStatus == status)
        #expect(
            program.printed.contains(sentence) && program.printed.split(separator: "\n").count == 1,
            "\(program.printed)")
    }
}
