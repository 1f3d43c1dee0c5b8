// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A page of groups below each other, which scrolls and keeps its lines short in a wide window.
///
/// For example:
/// ```swift
/// let page = PreferencesPage("Now")
/// page.append(PreferencesGroup("Players"))
/// ```
package final class PreferencesPage: Widget {
    /// Makes an empty page.
    ///
    /// - Parameter title: what a screen reader calls the page.
    package init(_ title: String) {
        super.init(adw_preferences_page_new())
        adw_preferences_page_set_title(pointer.cast(), title)
        setName(ofParts: gtk_scrolled_window_get_type(), title)
    }

    /// Puts a group at the end.
    package func append(_ group: PreferencesGroup) { adw_preferences_page_add(pointer.cast(), group.pointer.cast()) }

    /// Takes a group out.
    package func remove(_ group: PreferencesGroup) { adw_preferences_page_remove(pointer.cast(), group.pointer.cast()) }
}

/// Rows that belong together, with a title and a sentence above them.
///
/// For example:
/// ```swift
/// let group = PreferencesGroup("Players")
/// group.append(Row("mpv"))
/// ```
package final class PreferencesGroup: Widget {
    /// Makes an empty group.
    package init(_ title: String = "") {
        super.init(adw_preferences_group_new())
        Self.visit(pointer, gtk_label_get_type()) { label in
            // libadwaita cuts a title that is too long.
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
            gtk_label_set_wrap(label.opaque, 1)
        }
        self.title = title
    }

    /// The title; markup is shown as it is written.
    package var title: String = "" {
        didSet { if title != oldValue { adw_preferences_group_set_title(pointer.cast(), Markup.escaped(title)) } }
    }

    /// The sentence below the title.
    package var note: String = "" {
        didSet { if note != oldValue { adw_preferences_group_set_description(pointer.cast(), Markup.escaped(note)) } }
    }

    /// Puts a row, or another widget, at the end.
    package func append(_ widget: Widget) { adw_preferences_group_add(pointer.cast(), widget.pointer) }

    /// Takes a row out.
    package func remove(_ widget: Widget) { adw_preferences_group_remove(pointer.cast(), widget.pointer) }
}

/// Texts where Pango reads markup.
enum Markup {
    /// The text as it is to be seen.
    static func escaped(_ plain: String) -> String {
        let escaped = g_markup_escape_text(directed(plain), -1)
        defer { g_free(escaped) }
        return text(escaped)
    }

    /// The text with the direction of the language, where it is from right to left: Pango takes that of the first letter, and a
    /// sentence may begin with a name.
    static func directed(_ plain: String) -> String {
        guard gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL,
            plain.unicodeScalars.contains(where: { (0x590...0x8FF).contains($0.value) })
        else { return plain }
        return "\u{200F}" + plain
    }
}
