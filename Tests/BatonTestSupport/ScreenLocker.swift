// SPDX-License-Identifier: Apache-2.0

internal import CX11
internal import Glibc

/// A real screen locker on an X server. It locks by grabbing the keyboard, and tells neither logind nor the session bus.
public final class ScreenLocker {
    /// The lockers that Debian packages.
    public enum Program: String, CaseIterable, Sendable { case i3lock, slock, xsecurelock }

    /// What it runs as.
    public let process: ChildProcess
    private let display: String

    /// Starts it. It has the keyboard a moment later: see ``holdsKeyboard``.
    ///
    /// - Parameters:
    ///   - environment: names the display.
    ///   - directory: where a copy of the program may lie.
    public init(_ program: Program, environment: [String: String], directory: String) throws {
        display = environment["DISPLAY"] ?? ""
        var arguments = [program.rawValue]
        switch program {
        case .i3lock: arguments.append("-n")
        // Its file has capabilities that a container's root may not have, so that it cannot be started. A copy has none.
        case .slock where getuid() == 0:
            arguments = [
                "sh", "-c", "cp -f \"$(command -v slock)\" \"$1/slock\" && exec \"$1/slock\"", "sh", directory,
            ]
        case .slock, .xsecurelock: break
        }
        process = try ChildProcess(arguments, environment: environment)
    }

    /// Whether a client of the server, such as this locker, holds the keyboard.
    public var holdsKeyboard: Bool {
        !process.hasEnded && isKeyboardGrabbed
    }

    private var isKeyboardGrabbed: Bool {
        guard let connection = XOpenDisplay(display) else { return false }
        defer { XCloseDisplay(connection) }
        let root = XDefaultRootWindow(connection)
        let status = XGrabKeyboard(connection, root, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime))
        // The server has let go of this one before anybody is told.
        XUngrabKeyboard(connection, UInt(CurrentTime))
        XSync(connection, 0)
        return status == AlreadyGrabbed
    }

    /// Ends it, and with it the lock; waits for that, also at the server, which hears of it a moment later.
    public func unlock() {
        // It ends its own children first when it is asked to end.
        process.signal(SIGTERM)
        for _ in 0..<500 where !process.hasEnded { usleep(10_000) }
        process.kill()
        for _ in 0..<500 where isKeyboardGrabbed { usleep(10_000) }
    }
}
