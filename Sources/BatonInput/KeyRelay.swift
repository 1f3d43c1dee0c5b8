// SPDX-License-Identifier: Apache-2.0

internal import CEvdev
internal import Glibc
public import SystemPackage

/// Hands the keys of a grabbed device on that are not Baton's: a virtual device with the same keys (rule B10).
///
/// Wants to write /dev/uinput, which is root's on most systems. A key that is down when it ends comes up.
public final class KeyRelay {
    /// Devices with this at the end of their name are ours, and not read.
    public static let suffix = " (Baton)"

    /// Whether the name is that of a virtual device of Baton's.
    ///
    /// Compares bytes: a device's name may end with a mark that is one character with the suffix's first.
    public static func isRelay(_ name: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// As many bytes of a name as uinput keeps.
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

    /// The name of the virtual device: with the suffix whole, however long the device's name is.
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

    /// Sends a change of a key.
    public func send(_ event: KeyEvent) {
        guard let output, (0...2).contains(event.value) else { return }
        if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
        write(output, event.code, event.value)
    }

    /// Lets go of every key that is down.
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
