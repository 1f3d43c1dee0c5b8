// SPDX-License-Identifier: Apache-2.0

import CX11
import Glibc

/// A connection to the X server that `$DISPLAY` names, for one command.
final class XConnection {
    /// libX11's display.
    let display: OpaquePointer
    /// The root window.
    let root: Window

    // Safe: libX11's handler sets it on the only thread.
    nonisolated(unsafe) private static var lastError: UInt8 = 0

    /// Installs handlers, because libX11 ends the program at an error otherwise.
    static func prepare() {
        XSetErrorHandler { _, event in
            XConnection.lastError = event?.pointee.error_code ?? UInt8(BadImplementation)
            return 0
        }
        XSetIOErrorHandler { _ in LastWords.end(because: "the X server is gone") }
    }

    /// Connects.
    ///
    /// - Throws: when there is no server, or it refuses the connection.
    init() throws(KeysFailure) {
        guard let name = getenv("DISPLAY"), name.pointee != 0 else {
            throw .failed("there is no X server: DISPLAY is not set")
        }
        guard let opened = XOpenDisplay(nil) else {
            throw .failed("the X server \(String(cString: name)) is not there, or does not let us in")
        }
        display = opened
        root = XDefaultRootWindow(opened)
        Self.lastError = 0
    }

    deinit { XCloseDisplay(display) }

    /// Waits until the server has processed all requests so far.
    ///
    /// - Returns: whether no error came since the last call.
    func synchronize() -> Bool {
        XSync(display, 0)
        defer { Self.lastError = 0 }
        return Self.lastError == 0
    }

    /// Checks that the server has XTEST.
    ///
    /// - Throws: when it has not.
    func checkXTest() throws(KeysFailure) {
        var event: Int32 = 0
        var error: Int32 = 0
        var major: Int32 = 0
        var minor: Int32 = 0
        guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else {
            throw .failed("the X server has no XTEST extension")
        }
    }
}
