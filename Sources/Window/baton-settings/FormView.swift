// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonWindows

/// A page of the window: draws a ``Form``, and tells what a person does with its controls.
///
/// What stays the same stays where it is, so that a change elsewhere takes nobody's place in the page or in a list that is open.
final class FormView {
    /// The whole page.
    let widget: Widget
    /// What a person wants.
    var onAction: ((FormAction) -> Void)?

    private let page: PreferencesPage
    private let banner = Banner()
    private var groups: [GroupView] = []
    private var shown: Form?

    /// - Parameter title: the page's, for a screen reader.
    init(_ title: String) {
        page = PreferencesPage(title)
        widget = Column([banner, page])
        page.expand(horizontally: true, vertically: true)
        banner.onClick(self) { view in
            if let action = view.shown?.notice?.button?.action { view.onAction?(action) }
        }
    }

    /// Draws a signal where there is a picture of one.
    func show(_ picture: SignalWatch.Picture) { for group in groups { group.show(picture) } }

    /// Has the next form drawn anew, also if it is the same: a control that a person has moved shows what was not done.
    func forget() { shown = nil }

    /// Shows a form.
    func show(_ form: Form) {
        guard form != shown else { return }
        shown = form
        banner.show(form.notice?.text, button: form.notice?.button?.title)
        // Groups stand below each other in the order in which they were added: from the first other one on all are added anew.
        let same = zip(groups, form.groups).prefix { $0.id == $1.id }.count
        for group in groups[same...] { page.remove(group.widget) }
        groups.removeSubrange(same...)
        for content in form.groups[same...] {
            let group = GroupView(content.id) { [weak self] in self?.onAction?($0) }
            groups.append(group)
            page.append(group.widget)
        }
        for (group, content) in zip(groups, form.groups) { group.show(content, isOld: form.isOld) }
    }
}

/// A group of the page.
private final class GroupView {
    let id: String
    let widget = PreferencesGroup()
    private var rows: [RowView] = []
    private let perform: (FormAction) -> Void

    init(_ id: String, perform: @escaping (FormAction) -> Void) {
        self.id = id
        self.perform = perform
    }

    func show(_ picture: SignalWatch.Picture) { for row in rows { row.show(picture) } }

    func show(_ content: FormGroup, isOld: Bool) {
        widget.title = content.title
        widget.note = content.note
        let same = zip(rows, content.rows).prefix { $0.fits($1) }.count
        for row in rows[same...] { widget.remove(row.widget) }
        rows.removeSubrange(same...)
        for row in content.rows[same...] {
            let view = RowView.of(row, perform)
            rows.append(view)
            widget.append(view.widget)
        }
        for (view, row) in zip(rows, content.rows) { view.show(row, isOld: isOld) }
    }
}
