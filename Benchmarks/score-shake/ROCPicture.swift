// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Draws an ``ROC`` as SVG.
struct ROCPicture {
    private static let (left, right, top, bottom) = (60.0, 640.0, 60.0, 360.0)
    private static let (ink, grey, clear, weak) = ("#1f2937", "#57606a", "#2563eb", "#b45309")
    private let roc: ROC
    /// The smallest rate that is drawn: less than one false shake in the recordings.
    private let least: Double

    init(_ roc: ROC) {
        self.roc = roc
        least = pow(10, floor(log10(0.5 / max(roc.hours, 0.01))))
    }

    var svg: String {
        var parts = frame
        parts += curve(roc.clear, Self.clear, "clear shakes (\(roc.clear.count))", row: 0)
        parts += curve(roc.weak, Self.weak, "other shakes (\(roc.weak.count))", row: 1)
        for point in roc.points { parts += dots(point) }
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 420\" font-family=\"sans-serif\">"
        let back = "<rect width=\"800\" height=\"420\" fill=\"white\"/>"
        let note = "<!-- SPDX-License-Identifier: Apache-2.0; made by make score-shake ROC=FILE -->"
        return ([note, head, back] + parts + ["</svg>", ""]).joined(separator: "\n")
    }

    private func x(_ rate: Double) -> Double {
        let low = log10(least)
        let share = (log10(max(rate, least)) - low) / (3 - low)
        return Self.left + min(max(share, 0), 1) * (Self.right - Self.left)
    }

    private func y(_ share: Double) -> Double { Self.bottom - share * (Self.bottom - Self.top) }

    private var frame: [String] {
        let hours = String(format: "%.1f", roc.hours)
        var parts = [
            text(20, 28, "Recorded shakes, and \(hours) h of ordinary movement", size: 15),
            text(20, 48, "shakes found", size: 11, fill: Self.grey),
            text(Self.right, Self.bottom + 36, "false shakes an hour", size: 11, fill: Self.grey, anchor: "end"),
        ]
        var rate = least
        while rate <= 1000 {
            parts.append(line([(x(rate), Self.top), (x(rate), Self.bottom)], Self.grey, width: 0.5))
            let label = rate == least ? "none" : rate < 1 ? String(format: "%g", rate) : "\(Int(rate))"
            parts.append(text(x(rate), Self.bottom + 16, label, size: 10, fill: Self.grey, anchor: "middle"))
            rate *= 10
        }
        for share in stride(from: 0, through: 100, by: 20) {
            let height = y(Double(share) / 100)
            parts.append(line([(Self.left, height), (Self.right, height)], Self.grey, width: 0.5))
            parts.append(text(Self.left - 6, height + 4, "\(share) %", size: 10, fill: Self.grey, anchor: "end"))
        }
        return parts
    }

    private func curve(_ scores: [Double], _ color: String, _ name: String, row: Int) -> [String] {
        guard !scores.isEmpty else { return [] }
        var points = [(x(0), y(ROC.share(scores, above: roc.ordinary.first.map { $0 + 1e-9 } ?? -100)))]
        var last = 0.0
        for (index, bar) in roc.ordinary.enumerated() where bar.isFinite {
            let rate = Double(index + 1) / max(roc.hours, 1e-9)
            // A step of a hundredth of a decade is finer than the picture.
            guard rate <= 1000, last == 0 || rate > last * 1.02 else { continue }
            last = rate
            points.append((x(rate), y(ROC.share(scores, above: bar))))
        }
        let legend = Self.top + Double(row) * 18 + 12
        return [line(points, color, width: 2), text(Self.right + 12, legend, name, size: 11, fill: color)]
    }

    private func dots(_ point: ROC.Point) -> [String] {
        return [(point.clear, Self.clear), (point.others, Self.weak)].flatMap { share, color -> [String] in
            guard let share else { return [] }
            // The sensitivities are often at one place on the curve of clear shakes.
            let hasLabel = color == Self.weak || point.others == nil
            let place = "cx=\"\(number(x(point.rate)))\" cy=\"\(number(y(share)))\""
            return [
                "<circle \(place) r=\"4\" fill=\"\(color)\"/>"
            ] + (hasLabel ? [text(x(point.rate) + 9, y(share) + 4, point.name, size: 10, fill: color)] : [])
        }
    }

    private func text(
        _ x: Double, _ y: Double, _ words: String, size: Int, fill: String = ROCPicture.ink, anchor: String = "start"
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" fill=\"\(fill)\" "
            + "text-anchor=\"\(anchor)\" stroke=\"white\" stroke-width=\"2\" paint-order=\"stroke\">\(words)</text>"
    }

    private func line(_ points: [(Double, Double)], _ color: String, width: Double) -> String {
        let path = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
        return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\"/>"
    }

    private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
