// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The events for which a file descriptor is ready, or is watched.
///
/// For example:
/// ```swift
/// let watch = try reactor.watch(file, for: [.readable, .writable]) { readiness in
///     if readiness.contains(.hangUp) { print("the other end is closed") }
/// }
/// ```
public struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its raw value.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Reading does not block. The corresponding epoll event is `EPOLLIN`.
    public static let readable = Readiness(rawValue: 1)
    /// Writing does not block. The corresponding epoll event is `EPOLLOUT`.
    public static let writable = Readiness(rawValue: 2)
    /// The other end is closed. It is reported whether watched for or not. The corresponding epoll event is `EPOLLHUP`.
    public static let hangUp = Readiness(rawValue: 4)
    /// The descriptor has an error. It is reported whether watched for or not. The corresponding epoll event is
    /// `EPOLLERR`.
    public static let error = Readiness(rawValue: 8)

    var epollEvents: UInt32 {
        (contains(.readable) ? EPOLLIN.rawValue : 0) | (contains(.writable) ? EPOLLOUT.rawValue : 0)
    }

    init(epollEvents: UInt32) {
        var result: Readiness = []
        if epollEvents & (EPOLLIN.rawValue | EPOLLPRI.rawValue) != 0 { result.insert(.readable) }
        if epollEvents & EPOLLOUT.rawValue != 0 { result.insert(.writable) }
        if epollEvents & (EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 { result.insert(.hangUp) }
        if epollEvents & EPOLLERR.rawValue != 0 { result.insert(.error) }
        self = result
    }
}
