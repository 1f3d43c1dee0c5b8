// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A sentence above a page, with a button if there is something to do.
///
/// For example:
/// ```swift
/// let banner = Banner()
/// banner.show("Baton does not run.", button: "Start")
/// ```
package final class Banner: Widget {
    private let label = Label("")
    private let button = WindowButton("")

    /// Makes one that is not to be seen.
    package init() {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        label.expand(horizontally: true)
        button.style(.suggested)
        for part in [label, button] { gtk_box_append(pointer.cast(), part.pointer) }
        setMargins(12)
        isVisible = false
    }

    /// Shows a sentence; nil hides the banner.
    package func show(_ sentence: String?, button title: String? = nil) {
        isVisible = sentence != nil
        label.text = sentence ?? ""
        button.isVisible = title != nil
        if let title { button.title = title }
    }

    /// Calls the body when the button is pressed, for as long as the owner lives.
    package func onClick<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {
        button.onClick(owner, body)
    }
}
