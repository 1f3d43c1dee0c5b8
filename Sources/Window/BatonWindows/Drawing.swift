// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A picture that is drawn by cairo in the colors of the desktop, with a name and a description for a screen reader.
///
/// For example:
/// ```swift
/// let marks = Marks(name: "Shakes")
/// marks.setDescription("2 of 5")
/// ```
package class Drawing: Widget {
    /// - Parameters:
    ///   - name: what a screen reader calls it.
    ///   - width: the least width, in logical pixels; 0 for what there is.
    ///   - height: in logical pixels.
    init(name: String, width: Int32 = 0, height: Int32) {
        super.init(made(cadwaita_picture_new()))
        gtk_drawing_area_set_content_width(pointer.cast(), width)
        gtk_drawing_area_set_content_height(pointer.cast(), height)
        setName(name)
        gtk_drawing_area_set_draw_func(
            pointer.cast(),
            { _, cairo, width, height, data in
                guard let data, let cairo else { return }
                let drawing = Unmanaged<Drawing>.fromOpaque(data).takeUnretainedValue()
                drawing.draw(Pen(cairo, drawing.pointer, width: Double(width), height: Double(height)))
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    deinit { gtk_drawing_area_set_draw_func(pointer.cast(), nil, nil, nil) }

    /// What the picture shows, in words.
    package func setDescription(_ text: String) { cadwaita_set_description(pointer, text) }

    /// Draws it anew with the next picture of the screen.
    func redraw() { gtk_widget_queue_draw(pointer) }

    /// Draws it.
    func draw(_ pen: Pen) {}
}

/// What draws: lines and points in a widget's colors.
struct Pen {
    /// A color of the desktop's style.
    enum Ink: String {
        /// That of text.
        case text
        /// That of what is marked.
        case accent = "accent_color"
        case success = "success_color"
        case warning = "warning_color"
    }

    let width: Double
    let height: Double
    /// Whether the language goes from right to left.
    let isRightToLeft: Bool
    private let cairo: OpaquePointer
    private let style: UnsafeMutablePointer<GtkStyleContext>?

    init(_ cairo: OpaquePointer, _ widget: UnsafeMutablePointer<GtkWidget>, width: Double, height: Double) {
        (self.cairo, self.width, self.height) = (cairo, width, height)
        isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        style = gtk_widget_get_style_context(widget)
    }

    /// Draws in a color from now on.
    func take(_ ink: Ink, opacity: Double = 1, thickness: Double = 2) {
        var color = GdkRGBA()
        if ink == .text || gtk_style_context_lookup_color(style, ink.rawValue, &color) == 0 {
            gtk_style_context_get_color(style, &color)
        }
        cairo_set_source_rgba(cairo, Double(color.red), Double(color.green), Double(color.blue), opacity)
        cairo_set_line_width(cairo, thickness)
    }

    /// Draws a line through points.
    func line(through points: some Sequence<(x: Double, y: Double)>) {
        var isFirst = true
        for point in points {
            if isFirst { cairo_move_to(cairo, point.x, point.y) } else { cairo_line_to(cairo, point.x, point.y) }
            isFirst = false
        }
        cairo_stroke(cairo)
    }

    /// Draws a circle, or fills it.
    func circle(x: Double, y: Double, radius: Double, isFilled: Bool) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * Double.pi)
        if isFilled { cairo_fill(cairo) } else { cairo_stroke(cairo) }
    }

    /// Fills a rectangle.
    func rectangle(x: Double, y: Double, width: Double, height: Double) {
        add(x: x, y: y, width: width, height: height)
        cairo_fill(cairo)
    }

    /// Adds a rectangle to those that are filled at once.
    func add(x: Double, y: Double, width: Double, height: Double) { cairo_rectangle(cairo, x, y, width, height) }

    /// Fills the rectangles that were added, each as whole pixels.
    func fillPixels() {
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
        cairo_fill(cairo)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
    }
}
