// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// The list at the side of a window from which a page is chosen.
///
/// For example:
/// ```swift
/// let list = NavigationList()
/// list.append("Now", icon: "media-playback-start-symbolic")
/// list.onChoice(window) { window, place in window.show(place) }
/// ```
package final class NavigationList: Widget {
    private var isTold = false

    /// Makes an empty list.
    package init() {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(pointer.opaque, GTK_SELECTION_SINGLE)
        style(.navigationSidebar)
    }

    /// Puts an entry at the end.
    package func append(_ title: String, icon: String) {
        let image = made(gtk_image_new_from_icon_name(icon))
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        let label = made(gtk_label_new(title))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_box_append(box.cast(), image)
        gtk_box_append(box.cast(), label)
        gtk_widget_set_margin_top(box, 6)
        gtk_widget_set_margin_bottom(box, 6)
        let row = made(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), box)
        cadwaita_set_label(row, title)
        gtk_list_box_append(pointer.opaque, row)
    }

    /// The place of the entry that is chosen; nil for none. Setting it calls nobody.
    package var chosen: Int? {
        get { gtk_list_box_get_selected_row(pointer.opaque).map { Int(gtk_list_box_row_get_index($0)) } }
        set {
            isTold = true
            gtk_list_box_select_row(
                pointer.opaque, newValue.flatMap { gtk_list_box_get_row_at_index(pointer.opaque, Int32($0)) })
            isTold = false
        }
    }

    /// Calls the body when a person has activated an entry, for as long as the owner lives.
    package func onChoice<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Int) -> Void) {
        connect(to: UnsafeMutableRawPointer(pointer), "row-activated", .one) { [weak self, weak owner] in
            if let self, let owner, !isTold, let chosen { body(owner, chosen) }
            return false
        }
    }

    /// Which entries are to be seen.
    package func show(_ isShown: (Int) -> Bool) {
        var place = 0
        while let row = gtk_list_box_get_row_at_index(pointer.opaque, Int32(place)) {
            let widget: UnsafeMutablePointer<GtkWidget> = UnsafeMutableRawPointer(row).assumingMemoryBound(
                to: GtkWidget.self)
            gtk_widget_set_visible(widget, isShown(place) ? 1 : 0)
            place += 1
        }
    }
}
