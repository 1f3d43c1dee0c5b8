// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CLinux
import Glibc
import SystemPackage

/// A virtual keyboard in the kernel (uinput), which exists as long as this object and this process (rules UNDO12 and
/// UNDO42). Compositors and other programs read it like a keyboard that was plugged in.
///
/// Its keys are positions. Their symbols depend on the display's layout (``KeyPositions``).
final class KernelKeyboard {
    private let device: FileDescriptor
    private let ledger: Ledger

    private static let path = "/dev/uinput"
    /// The keys of a common keyboard, Undo and Redo included. With fewer keys udev does not classify it as a keyboard.
    private static let keys = (first: Int32(1), last: Int32(248))
    /// The longest wait for udev to announce the device, in microseconds. Its end does not stop the press.
    private static let arrival = 1_000_000
    /// The time for a compositor to open the device after udev's announcement, in microseconds. A larger one delays
    /// each press.
    private static let opening: UInt32 = 250_000
    /// How long the device stays after its last key, in microseconds. Readers lose events that they have not read when
    /// it is destroyed (rule UNDO42).
    private static let stay: UInt32 = 100_000

    /// Checks whether a keyboard can be made.
    ///
    /// - Throws: when it cannot, with the reason.
    static func check() throws(KeysFailure) {
        let device = try open()
        try? device.close()
    }

    /// Makes the keyboard, and waits until the display can have opened it.
    init(_ ledger: Ledger) throws(KeysFailure) {
        self.ledger = ledger
        device = try Self.open()
        guard clinux_uinput_create(device.rawValue, "Baton undo", Self.keys.first, Self.keys.last) == 0 else {
            let reason = Errno(rawValue: errno)
            try? device.close()
            throw .failed("the kernel makes no keyboard: \(reason)")
        }
        awaitUdev()
        usleep(Self.opening)
    }

    /// Waits until readers have read the last key. The keyboard is destroyed with this object.
    func remove() { usleep(Self.stay) }

    deinit { try? device.close() }

    /// Presses and releases a chord.
    func press(_ press: KeyPress) throws(KeysFailure) {
        let codes = try KeyPositions.codes(of: press)
        do throws(KeysFailure) {
            for code in codes {
                try ledger.open(HeldKey(.pressed, code, on: .uinput))
                try send(code, isDown: true)
            }
        } catch {
            try? releaseAll()
            throw error
        }
        try releaseAll()
    }

    // MARK: Keys

    private func send(_ code: UInt32, isDown: Bool) throws(KeysFailure) {
        guard let code = UInt16(exactly: code), (Self.keys.first...Self.keys.last).contains(Int32(code)),
            clinux_uinput_send(device.rawValue, UInt16(EV_KEY), code, isDown ? 1 : 0) == 0,
            clinux_uinput_send(device.rawValue, UInt16(EV_SYN), UInt16(SYN_REPORT), 0) == 0
        else { throw .failed("the kernel refused a key") }
    }

    /// Releases the keys in reverse order.
    private func releaseAll() throws(KeysFailure) {
        try ledger.releaseAll(on: .uinput) { code throws(KeysFailure) in try send(code, isDown: false) }
    }

    // MARK: The device

    private static func open() throws(KeysFailure) -> FileDescriptor {
        let number = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard number < 0 else { return FileDescriptor(rawValue: number) }
        switch errno {
        case EACCES, EPERM: throw .missing(.uinputForbidden, "this user may not write to \(path)")
        case ENOENT, ENODEV, ENXIO:
            throw .missing(.uinputMissing, "there is no \(path): the kernel's module uinput is not loaded")
        case let error: throw .failed("\(path) cannot be opened: \(Errno(rawValue: error))")
        }
    }

    /// Waits until udev has processed the device and written its data. Compositors learn of a device from udev.
    private func awaitUdev() {
        guard let number = eventNumber() else { return }
        let step: UInt32 = 10_000
        for _ in 0..<(Self.arrival / Int(step)) where access("/run/udev/data/c\(number)", F_OK) != 0 { usleep(step) }
    }

    /// The major and minor number of its event node, such as "13:70".
    private func eventNumber() -> String? {
        var name = [CChar](repeating: 0, count: 64)
        guard access("/run/udev/data", F_OK) == 0,
            clinux_uinput_place(device.rawValue, &name, name.count - 1) >= 0
        else { return nil }
        let folder =
            "/sys/devices/virtual/input/" + String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        for node in EventNodes.names(in: folder) {
            guard let file = try? FileDescriptor.open("\(folder)/\(node)/dev", .readOnly) else { continue }
            defer { try? file.close() }
            var text = [UInt8](repeating: 0, count: 32)
            let count = (try? text.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
            return String(decoding: text.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
        }
        return nil
    }
}
