// SPDX-License-Identifier: Apache-2.0

/// Where a GTK app's actions are on the session bus, as the X11 properties `_GTK_*` of its window say (spec/undo.md §2).
///
/// Any program can write such properties: whoever uses them looks whether the name belongs to the window's process.
struct GTKAddress: Equatable, Sendable {
    /// `_GTK_UNIQUE_BUS_NAME`.
    var busName: String
    /// `_GTK_APPLICATION_OBJECT_PATH`; empty when the window has none.
    var applicationPath = ""
    /// `_GTK_WINDOW_OBJECT_PATH`; empty when the window has none.
    var windowPath = ""
}
