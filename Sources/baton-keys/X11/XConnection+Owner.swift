// SPDX-License-Identifier: Apache-2.0

internal import CX11

extension XConnection {
    /// The process whose client made a window, as the server has it from the client's socket; nil for a client over TCP, and with a
    /// server that does not tell.
    ///
    /// `_NET_WM_PID` is not enough: the window sets it itself. An app in a sandbox sets its number in there, which is another process
    /// here, and old toolkits set none. With it alone, no X11 app could be told from a terminal. It is not superfluous either: after a
    /// fork the server still knows the process that connected.
    func process(of window: Window) -> UInt32? {
        var (event, error) = (Int32(), Int32())
        var (major, minor) = (Int32(), Int32())
        // Version 1.2 can tell processes (Xorg 1.12). It would take 0 for all clients.
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
