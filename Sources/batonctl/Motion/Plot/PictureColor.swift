// SPDX-License-Identifier: Apache-2.0

/// The colors of the picture that `batonctl motion --svg` draws; color-blind people can tell the three axes apart.
enum PictureColor {
    static let paper = "#ffffff"
    static let panel = "#f8fafc"
    static let grid = "#e2e8f0"
    static let ink = "#0f172a"
    static let label = "#64748b"
    static let magnitude = "#4f46e5"
    static let score = "#9333ea"
    static let x = "#dc2626"
    static let y = "#059669"
    static let z = "#2563eb"
    static let ended = "#16a34a"
    static let cancelled = "#dc2626"
    static let running = "#7c3aed"
    static let miss = "#d97706"
    static let lost = "#94a3b8"

    /// The color of a shake with this end.
    static func of(_ outcome: MotionTrace.Shake.Outcome) -> String {
        switch outcome {
        case .running: running
        case .ended: ended
        case .tooLong, .interrupted: cancelled
        }
    }
}
