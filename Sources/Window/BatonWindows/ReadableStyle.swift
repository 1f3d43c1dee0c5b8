// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// Colors of this program that can be read better than libadwaita's own.
///
/// libadwaita 1.2 draws what is less important with 55 % of the text's color, which is 3.2:1 on white, and white on the blue of a
/// suggested button, which is 3.8:1. WCAG 2.1 wants 4.5:1 for text of this size. What cannot be used is exempt there, and stays as it
/// is. In the high-contrast style libadwaita's own colors hold.
final class ReadableStyle {
    private let provider = made(gtk_css_provider_new())

    /// A row that shows what was known last is dim as a whole, and what is in it is not dim twice.
    private static let rules = """
        .dim-label, .subtitle, .description, placeholder { opacity: 0.75; }
        .dim-label .dim-label, .dim-label .subtitle { opacity: 1; }
        button.suggested-action { background-color: #1c71d8; }
        """

    /// Holds for all windows, and follows the style of the desktop, until the program ends.
    init() {
        guard let display = gdk_display_get_default(), let manager = adw_style_manager_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let changed: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
            data.map { Unmanaged<ReadableStyle>.fromOpaque($0).takeUnretainedValue() }?.follow()
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(manager), "notify::high-contrast", unsafeBitCast(changed, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        follow()
    }

    private func follow() {
        let isHigh = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
        gtk_css_provider_load_from_data(provider, isHigh ? "" : Self.rules, -1)
    }
}
