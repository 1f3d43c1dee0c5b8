// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonValues

/// Draws a calibration's curve with characters: a row for the shakes, one for other movement, and the bars below.
package enum CalibrationPlot {
    private static let width = 56

    /// The lines of the plot; none if nothing was heard.
    package static func lines(_ curve: CalibrationCurve) -> [String] {
        guard !curve.shakes.isEmpty || !curve.others.isEmpty else { return [] }
        let scale = PlotScale(curve.range, from: 0, to: Double(width - 1))
        return [
            row("your shakes", curve.shakes, scale), row("other movement", curve.others, scale),
            label("") + ticks(curve, scale),
        ] + curve.bars.reversed().map { bar($0, curve, scale) }
    }

    private static func label(_ text: String) -> String {
        text + String(repeating: " ", count: max(1, 16 - text.count))
    }

    private static func place(_ value: Double, _ scale: PlotScale) -> Int {
        Int(clamping: scale.place(value).rounded())
    }

    /// One mark for each movement; a digit where several have the same place.
    private static func row(_ name: String, _ values: [Double], _ scale: PlotScale) -> String {
        var counts = Array(repeating: 0, count: width)
        for value in values { counts[min(max(0, place(value, scale)), width - 1)] += 1 }
        return label(name) + counts.map { $0 == 0 ? "·" : $0 == 1 ? "o" : $0 < 10 ? "\($0)" : "#" }.joined()
    }

    private static func ticks(_ curve: CalibrationCurve, _ scale: PlotScale) -> String {
        var cells = Array(repeating: " ", count: width)
        for bar in curve.bars { cells[min(max(0, place(bar.height, scale)), width - 1)] = "|" }
        return cells.joined()
    }

    private static func bar(_ bar: CalibrationCurve.Bar, _ curve: CalibrationCurve, _ scale: PlotScale) -> String {
        let place = min(max(0, place(bar.height, scale)), width - 1)
        let found = "\(curve.found(bar.height)) of \(curve.shakes.count) shakes"
        let taken = curve.taken(bar.height)
        let others = taken == 0 ? "" : ", and \(taken) other \(taken == 1 ? "movement" : "movements")"
        return label(bar.name) + String(repeating: " ", count: place)
            + "^ \(DecimalText.signed(bar.height)): \(found)\(others)"
    }
}
