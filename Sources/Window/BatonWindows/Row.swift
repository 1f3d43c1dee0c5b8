// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A row of a group: a title, a sentence below it, and what stands beside them.
///
/// For example:
/// ```swift
/// let row = Row("mpv")
/// row.subtitle = "Song, by Artist"
/// row.append(WindowButton("Pin"))
/// ```
package class Row: Widget {
    /// Makes a row. Neither title nor subtitle is read as markup.
    package convenience init(_ title: String) { self.init(adw_action_row_new(), title) }

    init(_ pointer: UnsafeMutablePointer<GtkWidget>, _ title: String) {
        super.init(pointer)
        showTitle(title)
        self.title = title
    }

    /// The title.
    package var title: String = "" { didSet { if title != oldValue { showTitle(title) } } }

    private func showTitle(_ title: String) {
        // libadwaita says it to a screen reader too, as the name of the row and of what the row activates.
        adw_preferences_row_set_title(pointer.cast(), Markup.escaped(title))
    }

    /// The sentence below the title; empty for none.
    package var subtitle: String = "" {
        didSet {
            guard subtitle != oldValue else { return }
            adw_action_row_set_subtitle(pointer.cast(), Markup.escaped(subtitle))
            cadwaita_set_description(pointer, subtitle)
        }
    }

    /// Shows all of a long subtitle.
    package func wrap() { adw_action_row_set_subtitle_lines(pointer.cast(), 0) }

    /// Puts a widget behind the titles.
    package func append(_ widget: Widget) { adw_action_row_add_suffix(pointer.cast(), widget.pointer) }

    /// Puts a widget before the titles.
    package func prepend(_ widget: Widget) { adw_action_row_add_prefix(pointer.cast(), widget.pointer) }

    /// Takes a widget out.
    package func remove(_ widget: Widget) { adw_action_row_remove(pointer.cast(), widget.pointer) }
}

/// A row with a switch.
///
/// For example:
/// ```swift
/// let row = SwitchRow("Shake to undo")
/// row.onSwitch(page) { page, isOn in page.choose(isOn) }
/// ```
package final class SwitchRow: Row {
    private let knob = made(gtk_switch_new())
    private var isTold = false

    /// Makes a row that is off.
    package convenience init(_ title: String) {
        self.init(adw_action_row_new(), title)
        gtk_widget_set_valign(knob, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(pointer.cast(), knob)
        adw_action_row_set_activatable_widget(pointer.cast(), knob)
        // GTK changes the switch when its knob has come to the other side, which it never does in a window that closes before.
        connect(to: UnsafeMutableRawPointer(knob), "activate", .plain) { [weak self] in
            guard let self, cadwaita_animates(knob) != 0 else { return false }
            gtk_switch_set_active(knob.opaque, isOn ? 0 : 1)
            return false
        }
    }

    // A screen reader asks the switch itself whether it can be used, not the row around it.
    package override var isSensitive: Bool { didSet { Self.setSensitive(knob, isSensitive) } }

    /// Whether it is on. Setting it calls nobody.
    package var isOn: Bool {
        get { gtk_switch_get_active(knob.opaque) != 0 }
        set {
            guard newValue != isOn else { return }
            isTold = true
            gtk_switch_set_active(knob.opaque, newValue ? 1 : 0)
            isTold = false
        }
    }

    /// Calls the body when a person has switched it, for as long as the owner lives.
    package func onSwitch<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Bool) -> Void) {
        connect(to: UnsafeMutableRawPointer(knob), "notify::active", .one) { [weak self, weak owner] in
            if let self, let owner, !isTold { body(owner, isOn) }
            return false
        }
    }
}

/// A row with a list of choices.
///
/// For example:
/// ```swift
/// let row = ChoiceRow("An alarm")
/// row.setChoices(["nothing", "pause"], chosen: 1)
/// ```
package final class ChoiceRow: Row {
    private var choices: [String] = []
    private var isTold = false

    /// Makes a row without choices.
    package convenience init(_ title: String) {
        self.init(adw_combo_row_new(), title)
        // In a list of its own the row shows which one is chosen.
        setName(ofParts: gtk_list_view_get_type(), title)
        visitParts(gtk_popover_get_type()) { popover in
            connect(to: UnsafeMutableRawPointer(popover), "map", .plain) { [weak self] in
                self?.sayItems()
                return false
            }
        }
    }

    /// Sets the choices and the one that holds. It calls nobody.
    package func setChoices(_ new: [String], chosen: Int) {
        isTold = true
        defer { isTold = false }
        if new != choices {
            choices = new
            let list = gtk_string_list_new(nil)
            for choice in new { gtk_string_list_append(list, choice) }
            adw_combo_row_set_model(pointer.cast(), list)
            g_object_unref(UnsafeMutableRawPointer(list))
        }
        let position = new.indices.contains(chosen) ? UInt32(chosen) : UInt32.max
        if adw_combo_row_get_selected(pointer.cast()) != position {
            adw_combo_row_set_selected(pointer.cast(), position)
        }
        sayItems()
    }

    /// Gives the items of the list, and the one that the row shows, the names that GTK gives them to be read only.
    private func sayItems() {
        visitParts(g_type_from_name("GtkListItemWidget")) { item in
            var name = ""
            Self.visit(item, gtk_label_get_type()) { label in
                if name.isEmpty { name = BatonWindows.text(gtk_label_get_text(label.opaque)) }
            }
            cadwaita_set_label(item, name)
        }
    }

    /// Calls the body with the place of what a person has chosen, for as long as the owner lives.
    package func onChoice<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Int) -> Void) {
        connect(to: UnsafeMutableRawPointer(pointer), "notify::selected", .one) { [weak self, weak owner] in
            guard let self, let owner, !isTold else { return false }
            let place = Int(adw_combo_row_get_selected(pointer.cast()))
            sayItems()
            if choices.indices.contains(place) { body(owner, place) }
            return false
        }
    }
}

/// A row with a slider of a few steps, each of which has a word.
///
/// For example:
/// ```swift
/// let row = SliderRow("Sensitivity")
/// row.setSteps(["low", "medium", "high"], chosen: 1)
/// ```
package final class SliderRow: Row {
    private let scale = made(gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil))
    private var steps: [String] = []
    private var isTold = false

    /// Makes a row without steps.
    package convenience init(_ title: String) {
        self.init(adw_action_row_new(), title)
        gtk_scale_set_draw_value(scale.cast(), 0)
        gtk_widget_set_size_request(scale, 150, -1)
        gtk_widget_set_valign(scale, GTK_ALIGN_CENTER)
        gtk_range_set_round_digits(scale.cast(), 0)
        adw_action_row_add_suffix(pointer.cast(), scale)
        adw_action_row_set_activatable_widget(pointer.cast(), scale)
    }

    // A screen reader asks the slider itself whether it can be used, not the row around it.
    package override var isSensitive: Bool { didSet { Self.setSensitive(scale, isSensitive) } }

    /// Sets the steps and the one that holds. It calls nobody.
    package func setSteps(_ new: [String], chosen: Int) {
        isTold = true
        defer { isTold = false }
        if new != steps {
            steps = new
            gtk_range_set_range(scale.cast(), 0, Double(max(new.count - 1, 1)))
            gtk_range_set_increments(scale.cast(), 1, 1)
            gtk_scale_clear_marks(scale.cast())
            for place in new.indices { gtk_scale_add_mark(scale.cast(), Double(place), GTK_POS_BOTTOM, nil) }
        }
        if chosen != place { gtk_range_set_value(scale.cast(), Double(chosen)) }
        sayValue()
    }

    /// Calls the body with the place of the step that a person has chosen, for as long as the owner lives.
    package func onStep<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Int) -> Void) {
        connect(to: UnsafeMutableRawPointer(scale), "value-changed", .plain) { [weak self, weak owner] in
            guard let self, let owner, !isTold else { return false }
            sayValue()
            body(owner, place)
            return false
        }
    }

    private var place: Int { Int(exactly: gtk_range_get_value(scale.cast()).rounded()) ?? 0 }

    private func sayValue() { if steps.indices.contains(place) { cadwaita_set_value_text(scale, steps[place]) } }
}
