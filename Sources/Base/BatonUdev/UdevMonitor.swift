// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import CUdev
import Glibc
public import SystemPackage

/// Reports devices that are added and removed, when udev's rules have run for them.
///
/// The kernel filters the events, so events of other devices do not wake this process. libudev accepts messages of root
/// only, so a forged one has no effect. Without a udevd no event comes. Not thread-safe: use it on the thread that runs
/// the reactor.
///
/// For example:
/// ```swift
/// let monitor = try UdevMonitor(subsystem: "input", reactor: reactor) { event in
///     if event.action == .remove { print("\(event.path) was removed") }
/// }
/// ```
public final class UdevMonitor {
    private let context: OpaquePointer
    private let monitor: OpaquePointer
    private var watch: Watch?

    /// Starts a monitor.
    ///
    /// - Parameters:
    ///   - subsystem: the kernel's name of the subsystem, such as "iio" or "input".
    ///   - deviceType: the type within it, such as "iio_device"; nil for all.
    ///   - handler: called in a turn for each event.
    ///   - reactor: the reactor in whose turns events come.
    /// - Throws: the error of the netlink socket: no descriptors or no memory left, or the system call is not allowed.
    public init(
        subsystem: String, deviceType: String? = nil, reactor: Reactor, handler: @escaping (UdevEvent) -> Void
    ) throws(Errno) {
        guard let context = udev_new() else { throw .noMemory }
        guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
            let error = Errno(rawValue: errno == 0 ? ENOMEM : errno)
            udev_unref(context)
            throw error
        }
        self.context = context
        self.monitor = monitor
        var result = udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, deviceType)
        if result >= 0 { result = udev_monitor_enable_receiving(monitor) }
        guard result >= 0 else { throw Errno(rawValue: -result) }
        // libudev opens the socket with SOCK_NONBLOCK and SOCK_CLOEXEC.
        let file = FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
        watch = try reactor.watch(file, for: .readable) { _ in Self.drain(monitor, handler) }
    }

    /// Stops the monitor. The handler is not called any more.
    public func cancel() {
        watch?.cancel()
        watch = nil
    }

    deinit {
        cancel()
        udev_monitor_unref(monitor)
        udev_unref(context)
    }

    /// How many events are received before the reactor looks at its other descriptors.
    private static let batch = 64

    private static func drain(_ monitor: OpaquePointer, _ handler: (UdevEvent) -> Void) {
        for _ in 0..<batch {
            guard let device = udev_monitor_receive_device(monitor) else { return }
            defer { udev_device_unref(device) }
            guard let action = udev_device_get_action(device), let path = udev_device_get_syspath(device) else {
                continue
            }
            handler(
                UdevEvent(
                    action: UdevEvent.Action(String(cString: action)), path: String(cString: path),
                    node: udev_device_get_devnode(device).map { String(cString: $0) }))
        }
    }
}
