// SPDX-License-Identifier: Apache-2.0

import CXKB
import Glibc

/// The keymap of a Wayland keyboard, and the modifiers that result from its keys.
final class Keymap {
    /// The place of a key symbol.
    struct Place: Hashable {
        /// The kernel's key code, `KEY_*`.
        var code: UInt32
        /// The layout in which the key has the symbol.
        var layout: UInt32
    }

    /// The state of the modifiers, as apps receive it.
    struct Modifiers: Hashable {
        var depressed: UInt32 = 0
        var latched: UInt32 = 0
        var locked: UInt32 = 0
        var layout: UInt32 = 0
    }

    /// The text of the keymap, as a compositor takes it, with its NUL.
    let text: [CChar]

    private let keymap: OpaquePointer
    private let state: OpaquePointer
    /// xkb's key codes are the kernel's plus 8 (rule UNDO39).
    private static let offset: UInt32 = 8

    /// Makes a keymap of the text that a compositor sent.
    convenience init?(text: [CChar]) {
        self.init { context in
            xkb_keymap_new_from_string(context, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
    }

    /// Makes a keymap of a layout; with nil, of `XKB_DEFAULT_LAYOUT` in the environment or of libxkbcommon's default.
    convenience init?(layout: String? = nil) {
        guard let layout else {
            self.init { xkb_keymap_new_from_names($0, nil, XKB_KEYMAP_COMPILE_NO_FLAGS) }
            return
        }
        self.init { context in
            layout.withCString { layout in
                var names = xkb_rule_names()
                names.layout = layout
                return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
    }

    private init?(_ make: (OpaquePointer) -> OpaquePointer?) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        defer { xkb_context_unref(context) }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let keymap = make(context) else { return nil }
        guard let state = xkb_state_new(keymap), let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)
        else {
            xkb_keymap_unref(keymap)
            return nil
        }
        defer { free(text) }
        self.keymap = keymap
        self.state = state
        self.text = Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
    }

    /// Finds the key that gives a symbol without Shift or AltGr.
    func place(of keysym: UInt32) -> Place? { places(of: keysym).first }

    /// The first key with the symbol in each layout that has it.
    func places(of keysym: UInt32) -> [Place] {
        let codes = xkb_keymap_min_keycode(keymap)...max(xkb_keymap_min_keycode(keymap), xkb_keymap_max_keycode(keymap))
        return (0..<max(1, xkb_keymap_num_layouts(keymap))).compactMap { layout in
            for code in codes where code >= Self.offset {
                // A key with fewer layouts than the keymap has uses its last layout for the others.
                let layouts = xkb_keymap_num_layouts_for_key(keymap, code)
                guard layouts > 0 else { continue }
                var symbols: UnsafePointer<xkb_keysym_t>?
                let count = xkb_keymap_key_get_syms_by_level(keymap, code, min(layout, layouts - 1), 0, &symbols)
                if count == 1, symbols?.pointee == keysym { return Place(code: code - Self.offset, layout: layout) }
            }
            return nil
        }
    }

    /// Resets the state: no key is pressed.
    func reset(layout: UInt32) {
        xkb_state_update_mask(state, 0, 0, 0, 0, 0, layout)
    }

    /// Notes the press or release of a key.
    ///
    /// - Returns: the state of the modifiers after that.
    func note(_ code: UInt32, isDown: Bool) -> Modifiers {
        xkb_state_update_key(state, code + Self.offset, isDown ? XKB_KEY_DOWN : XKB_KEY_UP)
        return Modifiers(
            depressed: xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
            latched: xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
            locked: xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
            layout: xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
    }
}
