// SPDX-License-Identifier: Apache-2.0

/// What draws the windows that keys are pressed for.
public enum KeyDisplay: String, Hashable, Sendable, CaseIterable {
    /// An X server, through XTEST.
    case x11
    /// A Wayland compositor with `zwp_virtual_keyboard_manager_v1` (spec/undo.md §6).
    case wayland
    /// Whatever listens to the machine's keyboards, through a keyboard of ours in the kernel; opt-in (spec/undo.md §6).
    case uinput
}
