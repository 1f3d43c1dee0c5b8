// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A widget of GTK: a part of a window.
///
/// The object keeps the widget alive, and the window in which it stands does too. What a widget calls is kept by the widget and holds
/// its receiver weakly: neither keeps the other. Not thread-safe: all of GTK belongs to the thread that made the first widget.
///
/// For example:
/// ```swift
/// let label = Label("Nothing plays")
/// label.isDim = true
/// column.append(label)
/// ```
package class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// - Parameter pointer: a widget that nobody owns yet, or one that a window owns.
    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    deinit { g_object_unref(pointer) }

    /// Whether it can be used.
    package var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { Self.setSensitive(pointer, newValue) }
    }

    static func setSensitive(_ widget: UnsafeMutablePointer<GtkWidget>, _ isSensitive: Bool) {
        guard (gtk_widget_get_sensitive(widget) != 0) != isSensitive else { return }
        gtk_widget_set_sensitive(widget, isSensitive ? 1 : 0)
    }

    /// Whether it is to be seen.
    package var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { if newValue != isVisible { gtk_widget_set_visible(pointer, newValue ? 1 : 0) } }
    }

    /// Whether it is on the screen: its window is, and so is the page that it stands on.
    package var isOnScreen: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// What a screen reader calls it; for what shows no text itself.
    package func setName(_ text: String) { cadwaita_set_label(pointer, text) }

    /// Names the parts of a class that GTK makes and gives no name to.
    func setName(ofParts type: GType, _ text: String) {
        visitParts(type) { cadwaita_set_label($0, text) }
    }

    /// Calls the body with each part of a class, which GTK has made.
    func visitParts(_ type: GType, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void) {
        Self.visit(pointer, type, body)
    }

    static func visit(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void
    ) {
        var child = gtk_widget_get_first_child(widget)
        while let part = child {
            if cadwaita_is(part, type) != 0 { body(part) }
            visit(part, type, body)
            child = gtk_widget_get_next_sibling(part)
        }
    }

    /// Gives it a class of GTK's style sheets, or takes it away.
    package func style(_ name: Style, _ isOn: Bool = true) {
        if isOn {
            gtk_widget_add_css_class(pointer, name.rawValue)
        } else {
            gtk_widget_remove_css_class(pointer, name.rawValue)
        }
    }

    /// Puts space around it, in logical pixels.
    package func setMargins(_ pixels: Int32) {
        gtk_widget_set_margin_top(pointer, pixels)
        gtk_widget_set_margin_bottom(pointer, pixels)
        gtk_widget_set_margin_start(pointer, pixels)
        gtk_widget_set_margin_end(pointer, pixels)
    }

    /// Whether it takes the room that is left.
    package func expand(horizontally: Bool = false, vertically: Bool = false) {
        gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
    }

    /// Gives it the keyboard.
    package func focus() { gtk_widget_grab_focus(pointer) }

    /// Keeps it in the middle of its height instead of filling it.
    package func centerVertically() { gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }

    /// A class of the style sheets of GTK and libadwaita. (libadwaita, "Style Classes".)
    package enum Style: String {
        case dim = "dim-label"
        case flat, suggested = "suggested-action", destructive = "destructive-action", pill, circular
        case success, warning, error, accent
        case navigationSidebar = "navigation-sidebar", boxedList = "boxed-list", card, numeric, monospace
        case heading, title = "title-2", caption
        case background, view
    }
}

extension UnsafeMutablePointer<GtkWidget> {
    /// The same widget by the name of its class, where that is known to C.
    func cast<Other>() -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }

    /// The same where C hides what the class is made of.
    var opaque: OpaquePointer { OpaquePointer(self) }
}

extension OpaquePointer {
    var widget: UnsafeMutablePointer<GtkWidget> { UnsafeMutablePointer<GtkWidget>(self) }
}

/// The text of a C string that GTK owns.
func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

/// What GTK has made. It makes every object, or ends the program for lack of memory.
func made<Object>(_ object: Object?) -> Object {
    guard let object else { preconditionFailure("GTK has made no object") }
    return object
}
