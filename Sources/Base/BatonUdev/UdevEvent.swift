// SPDX-License-Identifier: Apache-2.0

/// An event of udevd about a device.
///
/// For example:
/// ```swift
/// func report(_ event: UdevEvent) {
///     if event.action == .add, let node = event.node { print("\(node) was added") }
/// }
/// ```
public struct UdevEvent: Hashable, Sendable {
    /// What happened to the device.
    public enum Action: Hashable, Sendable {
        /// The device was added, and udev's rules have run.
        case add
        /// The device was removed.
        case remove
        /// The device changed, or another action was reported.
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
    /// The device's folder in /sys.
    public let path: String
    /// The device's node in /dev, if it has one.
    public let node: String?
}
