// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// Buttons beside each other, which go on below where there is no room.
///
/// For example:
/// ```swift
/// let box = ButtonBox()
/// box.append(WindowButton("15 min"))
/// row.append(box)
/// ```
package final class ButtonBox: Widget {
    /// Makes an empty box.
    package init() {
        super.init(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(pointer.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(pointer.opaque, 8)
        gtk_flow_box_set_column_spacing(pointer.opaque, 6)
        gtk_flow_box_set_row_spacing(pointer.opaque, 6)
        // The keyboard goes to the buttons.
        gtk_widget_set_focusable(pointer, 0)
        centerVertically()
    }

    /// Puts a button at the end.
    package func append(_ button: WindowButton) {
        gtk_flow_box_append(pointer.opaque, button.pointer)
        if let place = gtk_widget_get_parent(button.pointer) { gtk_widget_set_focusable(place, 0) }
    }
}
