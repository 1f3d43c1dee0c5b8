// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonWindows

/// The signal of the last seconds.
final class PlotRowView: RowView {
    private let plot: Plot

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        plot = Plot(name: content.title)
        // Not a card: its round corners and its shadow would be drawn anew with each picture.
        plot.setMargins(6)
        super.init(content, plot, perform)
    }

    override func show(_ picture: SignalWatch.Picture) { plot.show(picture.movement, upTo: picture.highest) }
}

/// The score against its bar. The words change seldom enough to be read aloud.
final class ScoreRowView: RowView {
    private let row: Row
    private let meter: Meter

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        meter = Meter(name: content.title)
        row = Row(content.title, beside: meter)
        row.subtitle = ScoreReading().words
        super.init(content, row, perform)
    }

    override func show(_ picture: SignalWatch.Picture) {
        meter.show(picture.reading.share, line: picture.reading.barShare)
        row.subtitle = picture.words
    }
}

/// A curve, and what it says in words below it.
final class CurveRowView: RowView {
    private let picture: CurvePicture
    private let words = Label("", style: .caption)

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        picture = CurvePicture(name: content.title)
        let column = Column([picture, words], spacing: 6)
        column.setMargins(6)
        column.style(.card)
        words.setMargins(6)
        super.init(content, column, perform)
    }

    override func show(_ content: FormRow, isOld: Bool) {
        guard case .curve(let curve) = content.control else { return }
        func place(_ place: FormCurve.Place) -> CurvePicture.Place { (place.x, place.y) }
        picture.show(
            line: curve.line.map(place), steps: curve.steps.map(place), chosen: place(curve.chosen), rules: curve.rules)
        picture.setDescription(content.subtitle)
        words.text = content.subtitle
        words.style(.dim, isOld)
    }
}

/// Marks that fill, such as the shakes of a calibration.
final class MarksRowView: RowView {
    private let row: Row
    private let marks: Marks

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        marks = Marks(name: content.title)
        row = Row(content.title, beside: marks)
        super.init(content, row, perform)
    }

    override func show(_ content: FormRow, isOld: Bool) {
        guard case .marks(let list) = content.control else { return }
        row.subtitle = content.subtitle
        marks.setDescription(content.subtitle)
        marks.show(
            list.map { mark in
                switch mark {
                case .awaited: .empty
                case .found: .full
                case .missed: .crossed
                }
            })
    }
}

/// The part of something that is over.
final class ProgressRowView: RowView {
    private let row: Row
    private let meter: Meter

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        meter = Meter(name: content.title)
        row = Row(content.title, beside: meter)
        super.init(content, row, perform)
    }

    override func show(_ content: FormRow, isOld: Bool) {
        guard case .progress(let share) = content.control else { return }
        row.title = content.title
        row.subtitle = content.subtitle
        meter.setDescription(content.subtitle)
        meter.show(share)
    }
}

extension Row {
    /// A row whose words wrap beside a picture.
    fileprivate convenience init(_ title: String, beside picture: Drawing) {
        self.init(title)
        picture.centerVertically()
        append(picture)
        wrap()
    }
}
