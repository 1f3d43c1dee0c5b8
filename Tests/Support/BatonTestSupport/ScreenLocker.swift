// SPDX-License-Identifier: Apache-2.0

import CX11
import Glibc
import Testing

/// A real screen locker on an X server. It locks by grabbing the keyboard, and reports the lock neither to logind nor
/// on the session bus.
public final class ScreenLocker {
    /// The lockers that Debian packages.
    public enum Program: String, CaseIterable, Sendable { case i3lock, slock, xsecurelock }

    /// The running program.
    public let process: ChildProcess
    private let display: String

    /// Starts the locker. It grabs the keyboard a moment later; see ``holdsKeyboard``.
    ///
    /// - Parameters:
    ///   - environment: the environment, with the display.
    ///   - directory: a directory for a copy of the program, if one is needed.
    public init(_ program: Program, environment: [String: String], directory: String) throws {
        display = environment["DISPLAY"] ?? ""
        var arguments = [program.rawValue]
        switch program {
        case .i3lock: arguments.append("-n")
        // The file of slock has capabilities. If root in a container lacks them slock cannot be started. A copy of the
        // file has none.
        case .slock where getuid() == 0:
            arguments = [
                "sh", "-c", "cp -f \"$(command -v slock)\" \"$1/slock\" && exec \"$1/slock\"", "sh", directory,
            ]
        case .slock, .xsecurelock: break
        }
        process = try ChildProcess(arguments, environment: environment)
    }

    /// Whether the locker runs and a client has grabbed the keyboard.
    public var holdsKeyboard: Bool {
        !process.hasEnded && isKeyboardGrabbed
    }

    private var isKeyboardGrabbed: Bool {
        guard let connection = XOpenDisplay(display) else { return false }
        defer { XCloseDisplay(connection) }
        let root = XDefaultRootWindow(connection)
        let status = XGrabKeyboard(connection, root, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime))
        // XSync makes sure that the server has ended this grab before the result is returned.
        XUngrabKeyboard(connection, UInt(CurrentTime))
        XSync(connection, 0)
        return status == AlreadyGrabbed
    }

    /// Ends the locker and so the lock. Waits until the process has ended and the server has ended its grab, which may
    /// be a moment later.
    public func unlock() {
        // After SIGTERM a locker ends its own children first.
        process.signal(SIGTERM)
        try? process.waitForEnd(within: .seconds(5))
        process.kill()
        let isFree = waitUntil { !isKeyboardGrabbed }
        #expect(isFree, "the keyboard is still grabbed after \(BusStage.patience)")
    }
}
