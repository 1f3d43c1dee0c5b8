// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The part of GLib's GSettings that the set-up needs. Loaded at run time, because every GNOME has the library and
/// Baton is not linked with it.
struct GIOLibrary {
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
    let sync: @convention(c) () -> Void
    let variantPrint: @convention(c) (Pointer?, CInt) -> UnsafeMutablePointer<CChar>?
    let variantParse: @convention(c) (Pointer?, Text, Text?, Pointer?, Pointer?) -> Pointer?
    let variantUnref: @convention(c) (Pointer?) -> Void
    let variantGetStrings: @convention(c) (Pointer?, Pointer?) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?
    let memoryFree: @convention(c) (Pointer?) -> Void

    /// Loads the library; returns nil if there is none.
    init?() {
        guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_GLOBAL) else { return nil }
        func find<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let schemaSource = find("g_settings_schema_source_get_default", as: (@convention(c) () -> Pointer?).self),
            let lookUpSchema = find(
                "g_settings_schema_source_lookup", as: (@convention(c) (Pointer?, Text, CInt) -> Pointer?).self),
            let schemaHasKey = find("g_settings_schema_has_key", as: (@convention(c) (Pointer?, Text) -> CInt).self),
            let settingsNew = find("g_settings_new", as: (@convention(c) (Text) -> Pointer?).self),
            let settingsNewWithPath = find(
                "g_settings_new_with_path", as: (@convention(c) (Text, Text) -> Pointer?).self),
            let getUserValue = find(
                "g_settings_get_user_value", as: (@convention(c) (Pointer?, Text) -> Pointer?).self),
            let getValue = find("g_settings_get_value", as: (@convention(c) (Pointer?, Text) -> Pointer?).self),
            let setValue = find("g_settings_set_value", as: (@convention(c) (Pointer?, Text, Pointer?) -> CInt).self),
            let isWritable = find("g_settings_is_writable", as: (@convention(c) (Pointer?, Text) -> CInt).self),
            let reset = find("g_settings_reset", as: (@convention(c) (Pointer?, Text) -> Void).self),
            let sync = find("g_settings_sync", as: (@convention(c) () -> Void).self),
            let variantPrint = find(
                "g_variant_print", as: (@convention(c) (Pointer?, CInt) -> UnsafeMutablePointer<CChar>?).self),
            let variantParse = find(
                "g_variant_parse", as: (@convention(c) (Pointer?, Text, Text?, Pointer?, Pointer?) -> Pointer?).self),
            let variantUnref = find("g_variant_unref", as: (@convention(c) (Pointer?) -> Void).self),
            let variantGetStrings = find(
                "g_variant_get_strv",
                as: (@convention(c) (Pointer?, Pointer?) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?).self),
            let memoryFree = find("g_free", as: (@convention(c) (Pointer?) -> Void).self)
        else { return nil }
        self.schemaSource = schemaSource
        self.lookUpSchema = lookUpSchema
        self.schemaHasKey = schemaHasKey
        self.settingsNew = settingsNew
        self.settingsNewWithPath = settingsNewWithPath
        self.getUserValue = getUserValue
        self.getValue = getValue
        self.setValue = setValue
        self.isWritable = isWritable
        self.reset = reset
        self.sync = sync
        self.variantPrint = variantPrint
        self.variantParse = variantParse
        self.variantUnref = variantUnref
        self.variantGetStrings = variantGetStrings
        self.memoryFree = memoryFree
    }
}
