// SPDX-License-Identifier: Apache-2.0

import CX11

/// What of an X server's keyboard would drop or change the keys of a chord: slow keys, bounce keys, the end of sticky keys
/// at two keys at once, and locked modifiers (rule UNDO48).
///
/// ``suspend()`` puts it aside, and ``restore()`` brings back what was there. If this process ends in between, the server
/// turns slow and bounce keys on again.
final class XAccessibility {
    private let display: OpaquePointer
    private let description: XkbDescPtr
    /// The state before ``suspend()``.
    private let state: XkbStateRec
    /// The modifiers whose lock changes nothing: Caps Lock and Num Lock.
    private let harmless: UInt32
    private let controls: UInt32
    private let options: UInt16

    private static let device = UInt32(XkbUseCoreKbd)
    /// `XkbSlowKeysMask`, `XkbBounceKeysMask` and `XkbStickyKeysMask`.
    private static let slowKeys: UInt32 = 1 << 1
    private static let bounceKeys: UInt32 = 1 << 2
    private static let stickyKeys: UInt32 = 1 << 3
    /// `XkbControlsEnabledMask`: which controls are on.
    private static let enabled: UInt32 = 1 << 31
    /// `XkbAX_TwoKeysMask`: two keys at once turn sticky keys off.
    private static let twoKeys: UInt16 = 1 << 6
    private static let allComponents: UInt32 = 0x7f
    private static let allModifiers: UInt32 = 0xff

    /// Reads it; nil where the server has no XKB, and so nothing of it.
    init?(_ connection: XConnection, _ keyboard: XKeyboard) {
        display = connection.display
        guard let description = XkbAllocKeyboard() else { return nil }
        description.pointee.device_spec = UInt16(Self.device)
        guard XkbGetControls(display, UInt(Self.enabled | Self.stickyKeys), description) == Success,
            let read = description.pointee.ctrls
        else {
            XkbFreeKeyboard(description, Self.allComponents, 1)
            return nil
        }
        self.description = description
        controls = read.pointee.enabled_ctrls
        options = read.pointee.ax_options
        state = XKeyboard.state(display)
        harmless = UInt32(LockMask) | (keyboard.row(of: KeySym(XK_Num_Lock)).map { 1 << UInt32($0) } ?? 0)
    }

    deinit { XkbFreeKeyboard(description, Self.allComponents, 1) }

    /// Whether it would drop keys or change what they mean.
    var isInTheWay: Bool { filters != 0 || losesSticky || locked != 0 }

    private var filters: UInt32 { controls & (Self.slowKeys | Self.bounceKeys) }
    private var losesSticky: Bool { controls & Self.stickyKeys != 0 && options & Self.twoKeys != 0 }
    private var locked: UInt32 { UInt32(state.locked_mods) & Self.allModifiers & ~harmless }

    /// Puts it aside for the time of a press.
    func suspend() {
        if filters != 0 {
            var (reset, values) = (filters, filters)
            XkbSetAutoResetControls(display, filters, &reset, &values)
            XkbChangeEnabledControls(display, Self.device, filters, 0)
        }
        if losesSticky { set(options & ~Self.twoKeys) }
        if locked != 0 { XkbLockModifiers(display, Self.device, locked, 0) }
    }

    /// Brings back what was there.
    func restore() {
        if locked != 0 { XkbLockModifiers(display, Self.device, locked, locked) }
        // The chord's own Ctrl must not stay latched.
        if controls & Self.stickyKeys != 0 {
            XkbLatchModifiers(display, Self.device, Self.allModifiers, UInt32(state.latched_mods))
        }
        if losesSticky { set(options) }
        guard filters != 0 else { return }
        XkbChangeEnabledControls(display, Self.device, filters, filters)
        var (reset, values) = (UInt32(0), UInt32(0))
        XkbSetAutoResetControls(display, filters, &reset, &values)
    }

    private func set(_ options: UInt16) {
        description.pointee.ctrls?.pointee.ax_options = options
        XkbSetControls(display, UInt(Self.stickyKeys), description)
    }
}
