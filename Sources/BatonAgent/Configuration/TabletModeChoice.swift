// SPDX-License-Identifier: Apache-2.0

/// In which form of a convertible shakes undo.
enum TabletModeChoice: String, Sendable, CaseIterable {
    /// However it is folded.
    case any
    /// Only as a tablet, where that is known.
    case only
    /// Not as a tablet, where that is known.
    case never

    /// Why not now; nil when it may, and always when nobody knows the form.
    func objection(to isTablet: Bool?) -> String? {
        switch (self, isTablet) {
        case (.only, false): "the device is not folded to a tablet"
        case (.never, true): "the device is folded to a tablet"
        default: nil
        }
    }
}
