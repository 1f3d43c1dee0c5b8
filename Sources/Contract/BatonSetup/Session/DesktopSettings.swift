// SPDX-License-Identifier: Apache-2.0

/// The settings of one GSettings schema; values are GVariant's text. The GObject is not released before the process
/// ends.
package struct DesktopSettings {
    private let library: GIOLibrary
    private let settings: GIOLibrary.Pointer

    /// - Parameters:
    ///   - path: The path, for a relocatable schema.
    ///   - key: A key that the schema must have; GLib ends the process when a missing key is read.
    /// - Returns: Nil if there is no such schema or key.
    package init?(_ library: GIOLibrary, schema: String, path: String? = nil, key: String) {
        guard let source = library.schemaSource(), let found = library.lookUpSchema(source, schema, 1),
            library.schemaHasKey(found, key) != 0
        else { return nil }
        guard let settings = path.map({ library.settingsNewWithPath(schema, $0) }) ?? library.settingsNew(schema) else {
            return nil
        }
        self.library = library
        self.settings = settings
    }

    /// The value that the user set; nil for the default.
    package func userValue(_ key: String) -> String? { text(library.getUserValue(settings, key)) }

    /// The value in effect.
    package func value(_ key: String) -> String? { text(library.getValue(settings, key)) }

    /// The strings of a list in effect.
    package func strings(_ key: String) -> [String] {
        guard let value = library.getValue(settings, key) else { return [] }
        defer { library.variantUnref(value) }
        guard let strings = library.variantGetStrings(value, nil) else { return [] }
        // Only the array is freed: the strings belong to the value.
        defer { library.memoryFree(strings) }
        var result: [String] = []
        var next = strings
        while let string = next.pointee {
            result.append(String(cString: string))
            next += 1
        }
        return result
    }

    /// Writes what was set to the disk.
    func sync() { library.sync() }

    package func isWritable(_ key: String) -> Bool { library.isWritable(settings, key) != 0 }

    /// Sets a value, or resets it to the default if nil.
    ///
    /// - Returns: Whether it was allowed.
    @discardableResult
    package func set(_ key: String, to text: String?) -> Bool {
        guard let text else {
            library.reset(settings, key)
            return true
        }
        // g_variant_parse returns a reference that is ours; g_settings_set_value consumes only a floating one.
        guard let value = library.variantParse(nil, text, nil, nil, nil) else { return false }
        defer { library.variantUnref(value) }
        return library.setValue(settings, key, value) != 0
    }

    private func text(_ value: GIOLibrary.Pointer?) -> String? {
        guard let value else { return nil }
        defer { library.variantUnref(value) }
        guard let text = library.variantPrint(value, 1) else { return nil }
        defer { library.memoryFree(text) }
        return String(cString: text)
    }

    /// A string as GVariant's text.
    package static func text(_ string: String) -> String {
        var result = "'"
        for character in string {
            if character == "'" || character == "\\" { result += "\\" }
            result.append(character)
        }
        return result + "'"
    }

    /// A list of strings as GVariant's text.
    package static func text(_ strings: [String]) -> String {
        strings.isEmpty ? "@as []" : "[" + strings.map { text($0) }.joined(separator: ", ") + "]"
    }
}
