// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A field for words that are looked for.
///
/// For example:
/// ```swift
/// let field = SearchField(name: "Search the settings")
/// field.onChange(window) { window, words in window.find(words) }
/// ```
package final class SearchField: Widget {
    /// - Parameter name: what a screen reader calls it, and what it shows while it is empty.
    package init(name: String) {
        super.init(gtk_search_entry_new())
        setName(name)
        cadwaita_set_placeholder(pointer, name)
    }

    /// Typing anywhere in the window goes here.
    package func captureKeys(of window: MainWindow) {
        gtk_search_entry_set_key_capture_widget(pointer.opaque, window.pointer)
    }

    /// What is written in it.
    package var text: String { BatonWindows.text(gtk_editable_get_text(pointer.opaque)) }

    /// Calls the body when a person has changed it, for as long as the owner lives.
    package func onChange<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, String) -> Void) {
        connect(to: UnsafeMutableRawPointer(pointer), "search-changed", .plain) { [weak self, weak owner] in
            if let self, let owner { body(owner, text) }
            return false
        }
    }
}
