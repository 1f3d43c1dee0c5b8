// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CEvdev
import Glibc
package import SystemPackage

/// An event node that libevdev has opened. It is closed when it is released, or before by ``close()``.
package final class EvdevNode {
    /// libevdev's device.
    package let handle: OpaquePointer
    package let file: FileDescriptor
    /// The device's name; it comes from outside.
    package let name: String
    private let isMonotonic: Bool
    /// The timestamp of the last event. Later events never have an earlier one.
    private var last = Duration.zero
    private var isOpen = true

    /// Opens a node for reading.
    ///
    /// - Throws: the error of `open`, such as EACCES without the rights, or of libevdev when it is not an event node.
    package init(path: String) throws(Errno) {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        var made: OpaquePointer?
        let result = libevdev_new_from_fd(number, &made)
        guard result >= 0, let made else {
            Glibc.close(number)
            throw Errno(rawValue: result < 0 ? -result : EINVAL)
        }
        // libevdev writes to standard error what the errors report already.
        libevdev_set_device_log_function(made, { _, _, _, _, _, _, _, _ in }, LIBEVDEV_LOG_ERROR, nil)
        handle = made
        file = FileDescriptor(rawValue: number)
        isMonotonic = libevdev_set_clock_id(made, CLOCK_MONOTONIC) == 0
        name = libevdev_get_name(made).map { String(cString: $0) } ?? ""
    }

    /// The time of an event, since boot on CLOCK_MONOTONIC. A timestamp of another clock, or one that is not plausible, is
    /// replaced by the present time.
    package func time(seconds: Int, microseconds: Int, now: Duration) -> Duration {
        let stamp = Duration.seconds(seconds) + .microseconds(microseconds)
        let isPlausible = isMonotonic && stamp <= now && now - stamp < .seconds(10)
        last = max(last, isPlausible ? stamp : now)
        return last
    }

    deinit { close() }

    /// Closes the node. libevdev's device must not be used any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        libevdev_free(handle)
        Glibc.close(file.rawValue)
    }
}
