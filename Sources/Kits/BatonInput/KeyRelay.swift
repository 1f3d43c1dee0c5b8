// SPDX-License-Identifier: Apache-2.0

import CEvdev
import Glibc
public import SystemPackage

/// Passes on the keys of a grabbed device that Baton does not use, through a virtual device with the same keys (rule
/// B10).
///
/// It needs write access to /dev/uinput, which only root has on most systems. Keys that are down at its end are
/// released.
///
/// For example:
/// ```swift
/// let device = try EvdevDevice(path: "/dev/input/event7", reactor: reactor)
/// try device.grab()
/// let relay = try KeyRelay(for: device)
/// try device.listen { report in
///     if case .key(let event) = report, event.code == 113 { relay.send(event) }
/// }
/// ```
public final class KeyRelay {
    /// The end of a virtual device's name. Devices with it are never read.
    public static let suffix = " (Baton)"

    /// Whether the name is that of a virtual device of Baton's.
    ///
    /// It compares bytes, because the last character of a device's name may combine with the first one of the suffix to a
    /// single character.
    public static func isRelay(_ name: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The most bytes of a name that uinput stores.
    private static let longestName = 79

    private var output: OpaquePointer?
    private var down: Set<Int> = []

    /// Makes the virtual device.
    ///
    /// - Throws: the error of /dev/uinput: EACCES or ENOENT mostly.
    public init(for device: EvdevDevice) throws(Errno) {
        guard let template = libevdev_new() else { throw .noMemory }
        defer { libevdev_free(template) }
        libevdev_set_name(template, Self.name(for: device.name))
        for code in device.keys.codes { libevdev_enable_event_code(template, UInt32(EV_KEY), UInt32(code), nil) }
        let result = libevdev_uinput_create_from_device(template, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &output)
        guard result >= 0, output != nil else { throw Errno(rawValue: result < 0 ? -result : ENODEV) }
    }

    /// The name of the virtual device. A long device name is cut, so that the whole suffix fits.
    static func name(for device: String) -> String {
        var name = device
        while name.utf8.count > longestName - suffix.utf8.count { name.unicodeScalars.removeLast() }
        return name + suffix
    }

    deinit {
        guard let output else { return }
        releaseAll()
        libevdev_uinput_destroy(output)
    }

    /// Sends an event of a key.
    public func send(_ event: KeyEvent) {
        guard let output, (0...2).contains(event.value) else { return }
        if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
        write(output, event.code, event.value)
    }

    /// Releases all keys that are down.
    public func releaseAll() {
        guard let output else { return }
        for code in down { write(output, code, 0) }
        down = []
    }

    private func write(_ output: OpaquePointer, _ code: Int, _ value: Int32) {
        libevdev_uinput_write_event(output, UInt32(EV_KEY), UInt32(code), value)
        libevdev_uinput_write_event(output, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }
}
