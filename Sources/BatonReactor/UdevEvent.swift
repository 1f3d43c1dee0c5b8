// SPDX-License-Identifier: Apache-2.0

/// What udevd said about a device.
public struct UdevEvent: Hashable, Sendable {
    /// What happened to it.
    public enum Action: Hashable, Sendable {
        /// It is there, and its rules have run.
        case add
        /// It is gone.
        case remove
        /// It is another than before, or something else was told of it.
        case change

        init(_ name: String) {
            switch name {
            case "add": self = .add
            case "remove": self = .remove
            default: self = .change
            }
        }
    }

    /// What happened.
    public let action: Action
    /// Its folder in /sys.
    public let path: String
    /// Its node in /dev, if it has one.
    public let node: String?
}
