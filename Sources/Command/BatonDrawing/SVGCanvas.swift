// SPDX-License-Identifier: Apache-2.0

/// Collects the elements of an SVG picture.
package struct SVGCanvas {
    /// Which part of a text is at its point.
    package enum Anchor: String {
        case start
        case middle
        case end
    }

    package let width: Double
    package let height: Double
    private var elements: [String] = []

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The whole picture.
    package var text: String {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) \(box) \
            font-family="Inter, 'Segoe UI', 'DejaVu Sans', Helvetica, sans-serif">
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    /// Adds an element unchanged.
    package mutating func add(_ element: String) { elements.append(element) }

    package mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, fill: String, corner: Double = 0, opacity: Double = 1
    ) {
        add(
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\" "
                + "height=\"\(Self.number(max(0, height)))\" fill=\"\(fill)\""
                + (corner > 0 ? " rx=\"\(Self.number(corner))\"" : "") + Self.opacity(opacity) + "/>")
    }

    package mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String, width: Double = 1, dash: String = "",
        opacity: Double = 1
    ) {
        add(
            "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" "
                + "y2=\"\(Self.number(y2))\" stroke=\"\(stroke)\" stroke-width=\"\(Self.number(width))\""
                + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"") + Self.opacity(opacity) + "/>")
    }

    /// A line through the points, or the area below it down to `base`.
    package mutating func path(
        _ points: [(x: Double, y: Double)], stroke: String = "none", width: Double = 1.5, fill: String = "none",
        base: Double? = nil, dash: String = "", opacity: Double = 1
    ) {
        guard let first = points.first, let last = points.last, points.count > 1 else { return }
        var data = base.map { "M\(Self.number(first.x)) \(Self.number($0))L" } ?? "M"
        data += points.map { "\(Self.tenth($0.x)) \(Self.tenth($0.y))" }.joined(separator: "L")
        if let base { data += "L\(Self.number(last.x)) \(Self.number(base))Z" }
        add(
            "<path d=\"\(data)\" fill=\"\(fill)\" stroke=\"\(stroke)\" stroke-width=\"\(Self.number(width))\" "
                + "stroke-linejoin=\"round\" stroke-linecap=\"round\""
                + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"") + "\(Self.opacity(opacity))/>")
    }

    package mutating func text(
        _ text: String, x: Double, y: Double, size: Double = 12, fill: String, anchor: Anchor = .start,
        weight: Int = 400
    ) {
        add(
            "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(fill)\""
                + (anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\"")
                + (weight == 400 ? "" : " font-weight=\"\(weight)\"") + ">\(XMLText.escaped(text))</text>")
    }

    /// A number with at most two decimals; 0 for a value that is not finite.
    package static func number(_ value: Double) -> String { value.isFinite ? DecimalText.short(value, 2) : "0" }

    /// One decimal is enough for a line of thousands of points, and keeps the file small.
    private static func tenth(_ value: Double) -> String { value.isFinite ? DecimalText.short(value, 1) : "0" }

    private static func opacity(_ value: Double) -> String { value == 1 ? "" : " opacity=\"\(number(value))\"" }
}
