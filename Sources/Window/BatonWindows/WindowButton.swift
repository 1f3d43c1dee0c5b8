// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A button with a word or a picture.
///
/// For example:
/// ```swift
/// let button = WindowButton("Go on")
/// button.onClick(page) { page in page.goOn() }
/// ```
package final class WindowButton: Widget {
    /// A button with a word.
    package init(_ title: String) {
        super.init(gtk_button_new_with_label(title))
        centerVertically()
    }

    /// A button with a picture of the icon theme, and the name that a screen reader and the tip say.
    package init(icon: String, name: String) {
        super.init(gtk_button_new_from_icon_name(icon))
        centerVertically()
        setName(name)
        gtk_widget_set_tooltip_text(pointer, name)
    }

    /// The word on it.
    package var title: String {
        get { text(gtk_button_get_label(pointer.cast())) }
        set { if newValue != title { gtk_button_set_label(pointer.cast(), newValue) } }
    }

    /// Calls the body when it is pressed, for as long as the owner lives.
    package func onClick<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {
        connect("clicked", .plain, owner, body)
    }
}
