// SPDX-License-Identifier: Apache-2.0

import CX11

extension XConnection {
    /// The process that made a window, which the server knows from the client's socket. Nil for a client over TCP, and
    /// if the server does not tell.
    ///
    /// `_NET_WM_PID` does not suffice, because the client sets it itself. An app in a sandbox sets its process ID
    /// inside of the sandbox, which is another process here, and old toolkits do not set it. So a terminal could pass
    /// for any other app. `_NET_WM_PID` is needed nevertheless: after a fork the server still reports the process that
    /// connected.
    func process(of window: Window) -> UInt32? {
        var (event, error) = (Int32(), Int32())
        var (major, minor) = (Int32(), Int32())
        // XRes 1.2 (Xorg 1.12) reports processes. A window of 0 would mean all clients.
        guard window != 0, XResQueryExtension(display, &event, &error) != 0,
            XResQueryVersion(display, &major, &minor) != 0,
            (major, minor) >= (1, 2)
        else { return nil }
        var wanted = XResClientIdSpec(client: window, mask: XRES_CLIENT_ID_PID_MASK.rawValue)
        var count = 0
        var values: UnsafeMutablePointer<XResClientIdValue>?
        guard XResQueryClientIds(display, 1, &wanted, &count, &values) == Success, let values else { return nil }
        defer { XResClientIdsDestroy(count, values) }
        for index in 0..<max(0, count) {
            if let process = UInt32(exactly: XResGetClientPid(values + index)), process > 0 { return process }
        }
        return nil
    }
}
