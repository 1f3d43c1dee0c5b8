// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// Widgets below each other, or beside each other in the direction of the language.
///
/// For example:
/// ```swift
/// let column = Column([header, page])
/// let row = Column([button, label], isHorizontal: true, spacing: 6)
/// ```
package final class Column: Widget {
    /// - Parameter spacing: between two widgets, in logical pixels.
    package init(_ widgets: [Widget] = [], isHorizontal: Bool = false, spacing: Int32 = 0) {
        super.init(gtk_box_new(isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, spacing))
        for widget in widgets { append(widget) }
    }

    /// Puts a widget at the end.
    package func append(_ widget: Widget) { gtk_box_append(pointer.cast(), widget.pointer) }

    /// Takes a widget out.
    package func remove(_ widget: Widget) { gtk_box_remove(pointer.cast(), widget.pointer) }
}
