// SPDX-License-Identifier: Apache-2.0

/// A device that may have been pressed.
struct PressingDevice: Equatable {
    /// Its names, the one that the user gave first.
    let names: [String]
    /// When it connected; nil if it was connected before Baton looked.
    let connectedAt: Duration?
    /// Its Bluetooth address; nil if that is not known.
    let address: String?

    init(_ names: [String], connectedAt: Duration?, address: String? = nil) {
        self.names = names.filter { !$0.isEmpty }
        self.connectedAt = connectedAt
        self.address = address
    }
}
