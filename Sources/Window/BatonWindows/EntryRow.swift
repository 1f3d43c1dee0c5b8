// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A row in which a person writes, with a button for what was written if something is done with it.
///
/// For example:
/// ```swift
/// let row = EntryRow("Another program", button: "Add")
/// row.onAccept(page) { page, text in page.add(text) }
/// group.append(row)
/// ```
package final class EntryRow: Widget {
    private var button: WindowButton?

    /// Makes an empty row.
    ///
    /// - Parameter button: the word on the button; nil for none.
    package init(_ title: String, button: String? = nil) {
        super.init(adw_entry_row_new())
        adw_preferences_row_set_title(pointer.cast(), Markup.escaped(title))
        guard let button else { return }
        let view = WindowButton(button)
        adw_entry_row_add_suffix(pointer.cast(), view.pointer)
        self.button = view
    }

    /// What is written in it. Setting it tells those who asked for changes.
    package var text: String {
        get { BatonWindows.text(gtk_editable_get_text(pointer.opaque)) }
        set { if newValue != text { gtk_editable_set_text(pointer.opaque, newValue) } }
    }

    /// Whether the button can be pressed.
    package var isAcceptable: Bool = true { didSet { button?.isSensitive = isAcceptable } }

    /// Calls the body when the text is another one, for as long as the owner lives.
    package func onChange<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, String) -> Void) {
        connect("changed", .plain, owner) { [weak self] owner in if let self { body(owner, text) } }
    }

    /// Calls the body when a person presses the button or Enter, for as long as the owner lives.
    package func onAccept<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, String) -> Void) {
        connect("entry-activated", .plain, owner) { [weak self] owner in if let self { body(owner, text) } }
        button?.onClick(owner) { [weak self] owner in if let self { body(owner, text) } }
    }
}
