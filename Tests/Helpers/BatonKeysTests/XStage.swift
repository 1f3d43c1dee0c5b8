// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonTestSupport
import CX11
import Glibc

/// An X server and a window manager for one test.
final class XStage {
    struct Failure: Error { var reason: String }

    let display: String
    let server: ChildProcess
    private var manager: ChildProcess?
    /// A directory for this stage.
    let home: String

    init(managed: Bool = true) throws {
        var template = Array("/tmp/baton-keys-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(reason: "mkdtemp") }
        home = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = Self.path
        let server = try ChildProcess(XServer.command, environment: ["PATH": path, "HOME": home])
        self.server = server
        try server.waitForOutput { _ in XServer.display(of: server) != nil }
        guard let display = XServer.display(of: server) else {
            throw Failure(reason: "no X server: \(server.printed)")
        }
        self.display = display
        if managed {
            manager = try ChildProcess(
                ["openbox", "--sm-disable"], environment: ["PATH": path, "HOME": home, "DISPLAY": display])
            // A window that exists before the window manager gets no focus.
            guard let opened = XOpenDisplay(display) else { throw Failure(reason: "no connection") }
            defer { XCloseDisplay(opened) }
            let root = XDefaultRootWindow(opened)
            guard waitUntil({ XWindow.number("_NET_SUPPORTING_WM_CHECK", of: root, opened) != 0 }) else {
                throw WaitedInVain("no window manager: \(manager?.printed ?? "")", within: BusStage.patience)
            }
        }
    }

    deinit {
        manager?.kill()
        server.signal(SIGCONT)
        server.kill()
        removeTree(home)
    }

    static var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

    var environment: [String: String] { ["PATH": Self.path, "HOME": home, "DISPLAY": display] }

    /// Sets the layout with setxkbmap.
    func useLayout(_ layout: String, variant: String = "") throws {
        let process = try ChildProcess(
            ["setxkbmap", "-layout", layout, "-variant", variant], environment: environment)
        try process.waitForEnd()
        guard process.exitStatus == 0 else {
            throw Failure(reason: "setxkbmap: \(process.printed)")
        }
    }
}

/// Removes a directory with its contents.
func removeTree(_ path: String) {
    guard let process = try? ChildProcess(["rm", "-rf", "--", path], environment: ["PATH": XStage.path]) else { return }
    try? process.waitForEnd()
}
