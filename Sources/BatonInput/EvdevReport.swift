// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// What an ``EvdevDevice`` tells.
public enum EvdevReport: Sendable, Equatable {
    /// A key changed.
    case key(KeyEvent)
    /// Events were lost (`SYN_DROPPED`): nobody knows which keys went down or came up meanwhile.
    case lost
    /// It sends more than any hand can press, and is not read any more.
    case flooding
    /// It is gone, or cannot be read any more.
    case gone(Errno)
}
