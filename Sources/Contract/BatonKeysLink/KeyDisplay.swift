// SPDX-License-Identifier: Apache-2.0

/// The system on which keys are pressed.
public enum KeyDisplay: String, Hashable, Sendable, CaseIterable {
    /// An X server, through XTEST.
    case x11
    /// A Wayland compositor with `zwp_virtual_keyboard_manager_v1` (rules UNDO8 and UNDO39).
    case wayland
    /// All programs that read the machine's keyboards, through a virtual keyboard in the kernel; opt-in (rule UNDO12).
    case uinput
}
