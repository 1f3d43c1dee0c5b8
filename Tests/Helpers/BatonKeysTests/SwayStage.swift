// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc

/// A wlroots compositor for one test, without a screen and a keyboard, and an app that prints its keys.
final class SwayStage {
    struct Failure: Error { var reason: String }

    let compositor: ChildProcess
    private(set) var app: ChildProcess?
    private let directory: String
    private let socket: String

    /// Starts the compositor.
    init() throws {
        var template = Array("/tmp/baton-sway-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(reason: "mkdtemp") }
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard let file = fopen("\(directory)/config", "we") else { throw Failure(reason: "no configuration") }
        fputs("output HEADLESS-1 resolution 640x480\nxwayland disable\n", file)
        fclose(file)
        // Sway refuses to run as root.
        if getuid() == 0 { chown(directory, Self.nobody, Self.nobody) }
        compositor = try ChildProcess(
            Self.user + ["sway", "--config", "\(directory)/config"],
            environment: [
                "PATH": XStage.path, "HOME": directory, "XDG_RUNTIME_DIR": directory, "WLR_BACKENDS": "headless",
                "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            ])
        // The first name that sway tries. Its runtime directory is new, so the name is free.
        socket = "wayland-1"
        guard compositor.waitUntil({ listens || compositor.hasEnded }), !compositor.hasEnded else {
            throw WaitedInVain("no compositor: \(compositor.printed.suffix(2000))", within: BusStage.patience)
        }
    }

    /// Whether the socket accepts connections. Its file exists a moment earlier.
    private var listens: Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(directory)/\(socket)".utf8) }
        let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(file) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    deinit {
        app?.kill()
        compositor.signal(SIGCONT)
        compositor.kill()
        removeTree(directory)
    }

    /// The user's number, because looking up the name is not thread-safe.
    private static let nobody: UInt32 = 65534

    private static var user: [String] {
        getuid() == 0 ? ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] : []
    }

    var environment: [String: String] {
        ["PATH": XStage.path, "HOME": directory, "XDG_RUNTIME_DIR": directory, "WAYLAND_DISPLAY": socket]
    }

    /// Starts the app, and waits for its window. As the only window it gets the focus as soon as there is a keyboard.
    func startApp() throws {
        app = try ChildProcess(Self.user + ["stdbuf", "-oL", "wev"], environment: environment)
        // A configured window will have the focus, because there is no other.
        guard waitForApp("xdg_toplevel") else {
            throw Failure(reason: "no window: \(app?.printed ?? "")")
        }
    }

    /// Waits until the app has printed a text `count` times.
    func waitForApp(_ text: String, count: Int = 1) -> Bool {
        waitUntil(watching: appOutput) { printed(text) >= count }
    }

    private var appOutput: [Int32] { app?.outputDescriptor.map { [$0] } ?? [] }

    /// How often the app has printed a text.
    func printed(_ text: String) -> Int {
        app?.printed.split(separator: "\n").count { $0.contains(text) } ?? 0
    }

    /// The keys that the app received, as "z down" and "z up".
    var strokes: [String] {
        var strokes: [String] = []
        var state = ""
        for line in app?.printed.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            if words.contains("key:"), words.contains("state:") { state = words.last == "(pressed)" ? "down" : "up" }
            guard let place = words.firstIndex(of: "sym:"), place + 1 < words.count else { continue }
            strokes.append("\(words[place + 1]) \(state)")
        }
        return strokes
    }

    /// The codes of the keys that went down, as XKB counts them.
    var codes: [Int] {
        (app?.printed.split(separator: "\n") ?? []).compactMap { line in
            let words = line.split(separator: " ")
            guard words.last == "(pressed)", let place = words.lastIndex(of: "key:"), place + 1 < words.count else {
                return nil
            }
            return Int(words[place + 1].prefix { $0.isNumber })
        }
    }

    /// Waits for `count` strokes.
    func waitForStrokes(_ count: Int) -> [String] {
        _ = waitUntil(watching: appOutput) { strokes.count >= count }
        return strokes
    }
}
