// SPDX-License-Identifier: Apache-2.0

/// The colors of the pictures that `batonctl` draws; color-blind people can tell the three axes apart.
package enum PictureColor {
    package static let paper = "#ffffff"
    package static let panel = "#f8fafc"
    package static let grid = "#e2e8f0"
    package static let ink = "#0f172a"
    package static let label = "#64748b"
    package static let magnitude = "#4f46e5"
    package static let score = "#9333ea"
    package static let x = "#dc2626"
    package static let y = "#059669"
    package static let z = "#2563eb"
    package static let ended = "#16a34a"
    package static let cancelled = "#dc2626"
    package static let running = "#7c3aed"
    package static let miss = "#d97706"
    package static let lost = "#94a3b8"
}
