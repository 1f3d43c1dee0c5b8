// SPDX-License-Identifier: Apache-2.0

/// Where a command came in. Its raw value is what `batonctl monitor` prints.
enum InputKind: String, Sendable {
    /// A method call on one of our MPRIS faces.
    case mpris
    /// `SendRemoteControlEvent` on org.baton.Baton1.
    case control = "baton"
}
