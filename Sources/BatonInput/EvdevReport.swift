// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// A report of an ``EvdevDevice``.
public enum EvdevReport: Sendable, Equatable {
    /// A key changed.
    case key(KeyEvent)
    /// Events were lost (`SYN_DROPPED`). Which keys were pressed or released meanwhile is unknown.
    case lost
    /// The device sent more events than ``EvdevDevice/mostPerSecond``, and was closed.
    case flooding
    /// The device was removed, or cannot be read any more. It was closed.
    case gone(Errno)
}
