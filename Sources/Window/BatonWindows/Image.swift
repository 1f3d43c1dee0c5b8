// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A picture of the icon theme. What it says is said in words beside it.
///
/// For example:
/// ```swift
/// let image = Image("emblem-ok-symbolic")
/// image.style(.success)
/// ```
package final class Image: Widget {
    /// - Parameter icon: its name in the icon theme.
    package init(_ icon: String) { super.init(gtk_image_new_from_icon_name(icon)) }

    /// Shows another one.
    package func show(_ icon: String) { gtk_image_set_from_icon_name(pointer.opaque, icon) }
}
