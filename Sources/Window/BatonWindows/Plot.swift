// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A line that is drawn by cairo as its values come, with a second line that they may reach.
///
/// For example:
/// ```swift
/// let plot = Plot(name: "The movement of the last four seconds")
/// plot.show([0, 0.5, 1], bar: 0.8, from: 0, to: 1)
/// ```
package final class Plot: Widget {
    private var values: [Double] = []
    private var bar: Double?
    private var range = 0.0...1.0

    /// - Parameter name: what a screen reader calls it.
    package init(name: String, height: Int32 = 120) {
        super.init(gtk_drawing_area_new())
        gtk_drawing_area_set_content_height(pointer.cast(), height)
        setName(name)
        gtk_drawing_area_set_draw_func(
            pointer.cast(),
            { area, cairo, width, height, data in
                guard let data, let area, let cairo else { return }
                let plot = Unmanaged<Plot>.fromOpaque(data).takeUnretainedValue()
                plot.draw(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self), cairo, width, height)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    deinit { gtk_drawing_area_set_draw_func(pointer.cast(), nil, nil, nil) }

    /// Draws other values, from the oldest to the newest.
    package func show(_ values: [Double], bar: Double?, from lowest: Double, to highest: Double) {
        self.values = values
        self.bar = bar
        if lowest < highest { range = lowest...highest }
        gtk_widget_queue_draw(pointer)
    }

    private func draw(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer, _ width: Int32, _ height: Int32
    ) {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
        let (width, height) = (Double(width), Double(height))
        func y(_ value: Double) -> Double {
            let share = (min(max(value, range.lowerBound), range.upperBound) - range.lowerBound)
            return height - 2 - share / (range.upperBound - range.lowerBound) * (height - 4)
        }
        if let bar {
            cairo_set_source_rgba(cairo, Double(color.red), Double(color.green), Double(color.blue), 0.5)
            cairo_set_line_width(cairo, 1)
            cairo_move_to(cairo, 0, y(bar))
            cairo_line_to(cairo, width, y(bar))
            cairo_stroke(cairo)
        }
        guard values.count > 1 else { return }
        cairo_set_source_rgba(cairo, Double(color.red), Double(color.green), Double(color.blue), 1)
        cairo_set_line_width(cairo, 2)
        for (place, value) in values.enumerated() {
            let x = Double(place) / Double(values.count - 1) * width
            if place == 0 { cairo_move_to(cairo, x, y(value)) } else { cairo_line_to(cairo, x, y(value)) }
        }
        cairo_stroke(cairo)
    }
}
