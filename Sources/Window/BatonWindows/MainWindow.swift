// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A window with a list of pages at its side, which is a page of its own where the window is narrow.
///
/// For example:
/// ```swift
/// let window = MainWindow("Baton", in: application, side: list, pages: stack)
/// window.present()
/// ```
package final class MainWindow: Widget {
    private let leaflet: OpaquePointer
    private let sidePage: UnsafeMutablePointer<GtkWidget>
    private let contentPage: UnsafeMutablePointer<GtkWidget>
    private let pageTitle: OpaquePointer
    private let toasts: OpaquePointer
    /// The sentence that was shown last.
    private var former: OpaquePointer?
    private let back: UnsafeMutablePointer<GtkWidget>
    private let sideHeader = HeaderBar()

    /// Makes a window of an application; it is not shown before ``present()``.
    package init(_ title: String, in application: WindowApplication, side: Widget, content: Widget) {
        let window = made(adw_application_window_new(application.pointer))
        leaflet = made(adw_leaflet_new()).opaque
        toasts = made(adw_toast_overlay_new()).opaque
        pageTitle = made(adw_window_title_new("", "")).opaque
        back = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        let scroll = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroll.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroll.opaque, side.pointer)
        gtk_widget_set_vexpand(scroll, 1)
        cadwaita_set_label(scroll, title)
        sidePage = Self.column([sideHeader.pointer, scroll])
        let header = HeaderBar()
        adw_header_bar_pack_start(header.pointer.opaque, back)
        adw_header_bar_set_title_widget(header.pointer.opaque, pageTitle.widget)
        contentPage = Self.column([header.pointer, content.pointer])
        super.init(window)
        gtk_window_set_title(pointer.cast(), title)
        gtk_window_set_default_size(pointer.cast(), 900, 640)
        gtk_widget_set_size_request(pointer, 360, 294)
        assemble()
    }

    private static func column(_ widgets: [UnsafeMutablePointer<GtkWidget>]) -> UnsafeMutablePointer<GtkWidget> {
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for widget in widgets { gtk_box_append(box.cast(), widget) }
        return box
    }

    private func assemble() {
        gtk_widget_set_size_request(sidePage, 220, -1)
        gtk_widget_set_size_request(contentPage, 340, -1)
        gtk_widget_set_hexpand(contentPage, 1)
        adw_leaflet_append(leaflet, sidePage)
        let line = made(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        let separator = adw_leaflet_append(leaflet, line)
        adw_leaflet_page_set_navigatable(separator, 0)
        adw_leaflet_append(leaflet, contentPage)
        adw_leaflet_set_can_navigate_back(leaflet, 1)
        adw_toast_overlay_set_child(toasts, leaflet.widget)
        adw_application_window_set_content(pointer.cast(), toasts.widget)
        let name = Self.wayBack
        cadwaita_set_label(back, name)
        gtk_widget_set_tooltip_text(back, name)
        connect(to: UnsafeMutableRawPointer(leaflet), "notify::folded", .one) { [weak self] in
            self?.foldChanged()
            return false
        }
        connect(to: UnsafeMutableRawPointer(back), "clicked", .plain) { [weak self] in
            self?.showSide()
            return false
        }
        foldChanged()
    }

    /// A narrow window has a way back, and one bar at a time with the buttons of the window.
    private func foldChanged() {
        let isFolded = adw_leaflet_get_folded(leaflet)
        gtk_widget_set_visible(back, isFolded)
        adw_header_bar_set_show_end_title_buttons(sideHeader.pointer.opaque, isFolded)
    }

    /// What GTK itself calls the way back, in the language of the user.
    private static var wayBack: String { text(g_dgettext("gtk40", "Back")) }

    /// Shows the window, and gives it the keyboard.
    package func present() { gtk_window_present(pointer.cast()) }

    /// What stands above the page.
    package func setPageTitle(_ title: String) { adw_window_title_set_title(pageTitle, title) }

    /// Where the window is narrow: shows the page instead of the list.
    package func showContent() { adw_leaflet_set_visible_child(leaflet, contentPage) }

    /// Where the window is narrow: shows the list instead of the page.
    package func showSide() { adw_leaflet_set_visible_child(leaflet, sidePage) }

    /// Calls the body when the window is about to be closed, for as long as the owner lives.
    package func onClose<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {
        connect("close-request", .handled, owner, body)
    }

    /// Calls the body at Ctrl+F, with the list of pages in sight, for as long as the owner lives.
    package func onFind<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {
        let action = made(g_simple_action_new("find", nil))
        connect(to: UnsafeMutableRawPointer(action), "activate", .one) { [weak self, weak owner] in
            self?.showSide()
            if let owner { body(owner) }
            return false
        }
        g_action_map_add_action(pointer.opaque, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Calls the body when the window has come to the screen or has left it, for as long as the owner lives.
    package func onVisibility<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {
        connect("map", .plain, owner, body)
        connect("unmap", .plain, owner, body)
        // Its surface, which says whether it is minimized, is there from now on.
        connect(to: UnsafeMutableRawPointer(pointer), "realize", .plain) { [weak self, weak owner] in
            guard let self, let surface else { return false }
            connect(to: UnsafeMutableRawPointer(surface), "notify::state", .one) { [weak owner] in
                if let owner { body(owner) }
                return false
            }
            return false
        }
    }

    private var surface: OpaquePointer? { gtk_native_get_surface(pointer.opaque) }

    /// Whether it is on the screen: shown, and not minimized.
    package var isShown: Bool {
        guard isOnScreen, let surface else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue == 0
    }

    /// Shows a sentence for some seconds, with a button if there is something to do. It takes the place of the one before: one that
    /// waited for its turn would be about what has changed since.
    package func toast<Owner: AnyObject>(
        _ sentence: String, button: String? = nil, _ owner: Owner, _ body: @escaping (Owner) -> Void
    ) {
        dismissToast()
        let toast = made(adw_toast_new(Markup.escaped(sentence)))
        former = toast
        g_object_ref(UnsafeMutableRawPointer(toast))
        if let button {
            adw_toast_set_button_label(toast, button)
            connect(to: UnsafeMutableRawPointer(toast), "button-clicked", .plain) { [weak owner] in
                if let owner { body(owner) }
                return false
            }
        }
        adw_toast_overlay_add_toast(toasts, toast)
        nameToasts()
    }

    private func dismissToast() {
        guard let toast = former else { return }
        former = nil
        adw_toast_dismiss(toast)
        g_object_unref(UnsafeMutableRawPointer(toast))
    }

    /// The button that closes one has a picture only.
    private func nameToasts() {
        Self.visit(toasts.widget, g_type_from_name("AdwToastWidget")) { toast in
            Self.visit(toast, gtk_button_get_type()) { button in
                guard text(gtk_button_get_icon_name(button.cast())) == "window-close-symbolic" else { return }
                cadwaita_set_label(button, text(g_dgettext("gtk40", "Close")))
            }
        }
    }
}

/// The bar at the top of a window.
private final class HeaderBar: Widget {
    init() { super.init(adw_header_bar_new()) }
}
