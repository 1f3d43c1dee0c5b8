// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A text that is read, never markup.
///
/// For example:
/// ```swift
/// let label = Label("The next press goes to mpv.")
/// label.text = "Nothing plays."
/// ```
package final class Label: Widget {
    /// Makes a text that is wrapped where it does not fit.
    package init(_ text: String, style: Style? = nil) {
        super.init(gtk_label_new(Markup.directed(text)))
        gtk_label_set_wrap(pointer.opaque, 1)
        gtk_label_set_wrap_mode(pointer.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(pointer.opaque, 0)
        if let style { self.style(style) }
    }

    /// The text.
    package var text: String {
        get { BatonWindows.text(gtk_label_get_text(pointer.opaque)) }
        set {
            let shown = Markup.directed(newValue)
            if shown != text { gtk_label_set_text(pointer.opaque, shown) }
        }
    }
}
