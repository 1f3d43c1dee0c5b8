// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonTranslation
import BatonWindows

/// A row of the page. Each kind of control has its own.
class RowView {
    let widget: Widget
    fileprivate let perform: (FormAction) -> Void
    private let id: String
    private let kind: Int

    init(_ row: FormRow, _ widget: Widget, _ perform: @escaping (FormAction) -> Void) {
        self.widget = widget
        self.perform = perform
        id = row.id
        kind = Self.kind(of: row.control)
    }

    /// Makes the view of a row.
    static func of(_ row: FormRow, _ perform: @escaping (FormAction) -> Void) -> RowView {
        switch row.control {
        case .none, .buttons: ButtonRowView(row, perform)
        case .toggle: SwitchRowView(row, perform)
        case .choice: ChoiceRowView(row, perform)
        case .slider: SliderRowView(row, perform)
        case .field: FieldRowView(row, perform)
        case .entry(let entry): EntryRowView(row, entry, perform)
        case .plot: PlotRowView(row, perform)
        case .score: ScoreRowView(row, perform)
        case .curve: CurveRowView(row, perform)
        case .marks: MarksRowView(row, perform)
        case .progress: ProgressRowView(row, perform)
        }
    }

    /// Whether this view can show a row.
    func fits(_ row: FormRow) -> Bool { row.id == id && Self.kind(of: row.control) == kind }

    private static func kind(of control: FormControl) -> Int {
        switch control {
        case .none, .buttons: 0
        case .toggle: 1
        case .choice: 2
        case .slider: 3
        case .field: 4
        case .plot: 5
        case .entry: 6
        case .score: 7
        case .curve: 8
        case .marks: 9
        case .progress: 10
        }
    }

    /// Draws a signal, where the row has a picture of one.
    func show(_ picture: SignalWatch.Picture) {}

    /// Shows a row.
    func show(_ row: FormRow, isOld: Bool) {}

    fileprivate func show(_ row: FormRow, in view: Row, isOld: Bool) {
        view.title = row.title
        view.subtitle = row.subtitle
        view.isSensitive = row.isSensitive && !isOld
    }
}

private final class ButtonRowView: RowView {
    private let row: Row
    private var buttons: [(content: FormButton, view: WindowButton)] = []
    /// More than two buttons with words, which a narrow window has no room for beside each other.
    private var box: ButtonBox?
    private var mark: Mark?

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        row = Row(content.title)
        row.wrap()
        super.init(content, row, perform)
    }

    override func show(_ content: FormRow, isOld: Bool) {
        row.title = content.title
        row.subtitle = content.subtitle
        show(content.tone)
        var wanted: [FormButton] = []
        if case .buttons(let list) = content.control { wanted = list }
        if wanted != buttons.map(\.content) {
            if let box { row.remove(box) } else { for button in buttons { row.remove(button.view) } }
            box = wanted.count > 2 && wanted.allSatisfy(\.icon.isEmpty) ? ButtonBox() : nil
            buttons = wanted.map { ($0, view(of: $0)) }
            if let box { row.append(box) }
        }
        // A row that only tells is not greyed: it would be hard to read.
        for button in buttons { button.view.isSensitive = content.isSensitive && !isOld }
        row.style(.dim, isOld)
    }

    private func view(of button: FormButton) -> WindowButton {
        let view =
            button.icon.isEmpty ? WindowButton(button.title) : WindowButton(icon: button.icon, name: button.title)
        if !button.icon.isEmpty { view.style(.flat) }
        view.onClick(self) { $0.perform(button.action) }
        if let box { box.append(view) } else { row.append(view) }
        return view
    }

    private func show(_ tone: FormRow.Tone) {
        guard tone != .plain else {
            if let mark { row.remove(mark.image) }
            mark = nil
            return
        }
        let mark = self.mark ?? Mark()
        if self.mark == nil { row.prepend(mark.image) }
        self.mark = mark
        mark.show(tone)
    }
}

private final class SwitchRowView: RowView {
    private let row: SwitchRow
    private var actions: (on: FormAction, off: FormAction)?

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        row = SwitchRow(content.title)
        super.init(content, row, perform)
        row.wrap()
        row.onSwitch(self) { view, isOn in
            if let actions = view.actions { view.perform(isOn ? actions.on : actions.off) }
        }
    }

    override func show(_ content: FormRow, isOld: Bool) {
        show(content, in: row, isOld: isOld)
        guard case .toggle(let isOn, let on, let off) = content.control else { return }
        actions = (on, off)
        row.isOn = isOn
    }
}

private final class ChoiceRowView: RowView {
    private let row: ChoiceRow
    private var choices: [FormChoice] = []

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        row = ChoiceRow(content.title)
        super.init(content, row, perform)
        row.wrap()
        row.onChoice(self) { view, place in view.perform(view.choices[place].action) }
    }

    override func show(_ content: FormRow, isOld: Bool) {
        show(content, in: row, isOld: isOld)
        guard case .choice(let list, let chosen) = content.control else { return }
        choices = list
        row.setChoices(list.map(\.title), chosen: chosen ?? -1)
    }
}

private final class SliderRowView: RowView {
    private let row: SliderRow
    private var steps: [FormChoice] = []

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        row = SliderRow(content.title)
        super.init(content, row, perform)
        row.wrap()
        row.onStep(self) { view, place in
            if view.steps.indices.contains(place) { view.perform(view.steps[place].action) }
        }
    }

    override func show(_ content: FormRow, isOld: Bool) {
        show(content, in: row, isOld: isOld)
        guard case .slider(let list, let chosen) = content.control else { return }
        steps = list
        row.setSteps(list.map(\.title), chosen: chosen)
    }
}

private final class FieldRowView: RowView {
    private let row: EntryRow

    init(_ content: FormRow, _ perform: @escaping (FormAction) -> Void) {
        row = EntryRow(content.title)
        super.init(content, row, perform)
    }
}

private final class EntryRowView: RowView {
    private let row: EntryRow
    private var entry: FormEntry

    init(_ content: FormRow, _ entry: FormEntry, _ perform: @escaping (FormAction) -> Void) {
        row = EntryRow(content.title, button: entry.button)
        self.entry = entry
        super.init(content, row, perform)
        row.onChange(self) { view, _ in view.weigh() }
        row.onAccept(self) { view, text in
            guard let action = view.entry.action(for: text) else { return }
            view.row.text = ""
            view.perform(action)
        }
    }

    override func show(_ content: FormRow, isOld: Bool) {
        if case .entry(let new) = content.control { entry = new }
        row.isSensitive = content.isSensitive && !isOld
        weigh()
    }

    /// The button is grey while the configuration cannot have what is written.
    private func weigh() { row.isAcceptable = entry.action(for: row.text) != nil }
}
