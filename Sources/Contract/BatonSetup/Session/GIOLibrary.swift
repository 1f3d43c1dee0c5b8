// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The part of GLib's GSettings that the set-up needs. Loaded at run time, because every GNOME has the library and
/// Baton is not linked with it.
package struct GIOLibrary {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>

    let schemaSource: @convention(c) () -> Pointer?
    let lookUpSchema: @convention(c) (Pointer?, Text, CInt) -> Pointer?
    let schemaHasKey: @convention(c) (Pointer?, Text) -> CInt
    let settingsNew: @convention(c) (Text) -> Pointer?
    let settingsNewWithPath: @convention(c) (Text, Text) -> Pointer?
    let getUserValue: @convention(c) (Pointer?, Text) -> Pointer?
    let getValue: @convention(c) (Pointer?, Text) -> Pointer?
    let setValue: @convention(c) (Pointer?, Text, Pointer?) -> CInt
    let isWritable: @convention(c) (Pointer?, Text) -> CInt
    let reset: @convention(c) (Pointer?, Text) -> Void
    package let sync: @convention(c) () -> Void
    let variantPrint: @convention(c) (Pointer?, CInt) -> UnsafeMutablePointer<CChar>?
    let variantParse: @convention(c) (Pointer?, Text, Text?, Pointer?, Pointer?) -> Pointer?
    let variantUnref: @convention(c) (Pointer?) -> Void
    let variantGetStrings: @convention(c) (Pointer?, Pointer?) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?
    let memoryFree: @convention(c) (Pointer?) -> Void

    /// Loads the library; returns nil if there is none, or if a function is missing.
    package init?() {
        guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_GLOBAL) else { return nil }
        // The properties tell the types.
        func find<Function>(_ name: String) throws(MissingFunction) -> Function {
            guard let address = dlsym(library, name) else { throw MissingFunction() }
            return unsafeBitCast(address, to: Function.self)
        }
        do throws(MissingFunction) {
            schemaSource = try find("g_settings_schema_source_get_default")
            lookUpSchema = try find("g_settings_schema_source_lookup")
            schemaHasKey = try find("g_settings_schema_has_key")
            settingsNew = try find("g_settings_new")
            settingsNewWithPath = try find("g_settings_new_with_path")
            getUserValue = try find("g_settings_get_user_value")
            getValue = try find("g_settings_get_value")
            setValue = try find("g_settings_set_value")
            isWritable = try find("g_settings_is_writable")
            reset = try find("g_settings_reset")
            sync = try find("g_settings_sync")
            variantPrint = try find("g_variant_print")
            variantParse = try find("g_variant_parse")
            variantUnref = try find("g_variant_unref")
            variantGetStrings = try find("g_variant_get_strv")
            memoryFree = try find("g_free")
        } catch {
            return nil
        }
    }

    private struct MissingFunction: Error {}
}
