// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// Pages of which one is shown.
///
/// For example:
/// ```swift
/// let stack = PageStack()
/// stack.append(page, named: "now")
/// stack.shown = "now"
/// ```
package final class PageStack: Widget {
    /// Makes an empty one.
    package init() {
        super.init(gtk_stack_new())
        gtk_stack_set_vhomogeneous(pointer.opaque, 0)
        gtk_stack_set_hhomogeneous(pointer.opaque, 0)
        expand(horizontally: true, vertically: true)
    }

    /// Adds a page.
    package func append(_ page: Widget, named name: String) { gtk_stack_add_named(pointer.opaque, page.pointer, name) }

    /// The name of the page that is shown.
    package var shown: String {
        get { text(gtk_stack_get_visible_child_name(pointer.opaque)) }
        set { if newValue != shown { gtk_stack_set_visible_child_name(pointer.opaque, newValue) } }
    }
}
