// SPDX-License-Identifier: Apache-2.0

package import BatonPages
import BatonValues

/// A page of the window as a value: what is to be seen, and what each control does. The window draws it, and knows nothing else.
///
/// For example:
/// ```swift
/// let form = Form.stops(state)
/// if let row = form.row("lock") { print(row.title) }
/// ```
package struct Form: Equatable, Sendable {
    /// What concerns the whole page; nil for nothing.
    package var notice: FormNotice?
    /// The groups from above to below.
    package var groups: [FormGroup]
    /// Whether it shows what was known last: nothing on it can be used until Baton answers again.
    package var isOld = false

    /// Makes a page.
    package init(_ groups: [FormGroup] = [], notice: FormNotice? = nil) {
        self.groups = groups
        self.notice = notice
    }

    /// The row of this name; nil if there is none.
    package func row(_ id: String) -> FormRow? { groups.lazy.flatMap(\.rows).first { $0.id == id } }

    /// The title of the row whose control does something; nil if none does.
    package func title(of action: FormAction) -> String? {
        groups.lazy.flatMap(\.rows).first { $0.control.actions.contains(action) }?.title
    }

    /// The rows in which all of the words are found, whatever their case; all rows without a word.
    package func found(_ words: [String]) -> Form {
        guard !words.isEmpty else { return self }
        let wanted = words.map { $0.lowercased() }
        var result = self
        result.groups = groups.compactMap { group in
            var group = group
            group.rows = group.rows.filter { row in
                let text = "\(group.title) \(row.title) \(row.subtitle) \(row.id)".lowercased()
                return wanted.allSatisfy { text.contains(bytesOf: $0) }
            }
            return group.rows.isEmpty ? nil : group
        }
        return result
    }
}

/// What concerns a whole page: a sentence, and what can be done about it.
package struct FormNotice: Equatable, Sendable {
    /// A sentence or two.
    package var text: String
    /// What the button says and does; nil for none.
    package var button: FormButton?

    /// Makes one.
    package init(_ text: String, _ button: FormButton? = nil) {
        self.text = text
        self.button = button
    }
}

/// Rows that belong together.
package struct FormGroup: Equatable, Sendable {
    /// Its name in the program.
    package var id: String
    /// Its title; empty for none.
    package var title: String
    /// A sentence below the title; empty for none.
    package var note: String
    /// The rows.
    package var rows: [FormRow]

    /// Makes a group.
    package init(_ id: String, _ title: String, note: String = "", _ rows: [FormRow]) {
        (self.id, self.title, self.note, self.rows) = (id, title, note, rows)
    }
}

/// A row: a title, a sentence below it, and one control.
package struct FormRow: Equatable, Sendable {
    /// How a row is meant.
    package enum Tone: String, Sendable {
        /// As any other.
        case plain
        /// Something works.
        case good
        /// Something works and wants a look.
        case warning
        /// Something does not work.
        case fault
        /// Something is not here or is of no importance now.
        case faint
    }

    /// Its name in the program, which no other row of the page has.
    package var id: String
    /// The title.
    package var title: String
    /// The sentence below it; empty for none.
    package var subtitle: String
    /// How it is meant.
    package var tone: Tone
    /// What is beside it.
    package var control: FormControl
    /// Whether its control can be used.
    package var isSensitive: Bool

    /// Makes a row.
    package init(
        _ id: String, _ title: String, _ subtitle: String = "", tone: Tone = .plain, _ control: FormControl = .none,
        isSensitive: Bool = true
    ) {
        (self.id, self.title, self.subtitle, self.tone) = (id, title, subtitle, tone)
        (self.control, self.isSensitive) = (control, isSensitive)
    }

    /// Makes a row whose title says all.
    package init(_ id: String, _ title: String, _ control: FormControl, isSensitive: Bool = true) {
        self.init(id, title, "", control, isSensitive: isSensitive)
    }
}

/// What stands beside a row.
package enum FormControl: Equatable, Sendable {
    /// Nothing: the row only tells.
    case none
    /// Buttons, from the first to the last.
    case buttons([FormButton])
    /// A switch.
    case toggle(isOn: Bool, on: FormAction, off: FormAction)
    /// A list of which one holds; nil if none of them does.
    case choice([FormChoice], chosen: Int?)
    /// A slider of a few steps of which one holds.
    case slider([FormChoice], chosen: Int)
    /// A field in which a person writes, such as to try an undo in it.
    case field(String)
    /// A field for a name, and a button that writes it into the configuration.
    case entry(FormEntry)
    /// A picture of a signal as it comes.
    case plot
    /// The signal's score against its bar, in words and as a picture, as it comes.
    case score
    /// A curve with the places that can be chosen.
    case curve(FormCurve)
    /// What is counted, as marks that fill.
    case marks([CalibrationProgress.Mark])
    /// The part of something that is over, from 0 to 1.
    case progress(Double)

    /// All that it can do.
    package var actions: [FormAction] {
        switch self {
        case .none, .field, .entry, .plot, .score, .curve, .marks, .progress: []
        case .buttons(let buttons): buttons.map(\.action)
        case .toggle(_, let on, let off): [on, off]
        case .choice(let choices, _), .slider(let choices, _): choices.map(\.action)
        }
    }
}

/// A button: what it says, and does.
package struct FormButton: Equatable, Sendable {
    /// The word on it, or its name where it shows a picture.
    package var title: String
    /// What it does.
    package var action: FormAction
    /// The name of a picture of the icon theme; empty for the word.
    package var icon: String

    /// Makes a button.
    package init(_ title: String, _ action: FormAction, icon: String = "") {
        (self.title, self.action, self.icon) = (title, action, icon)
    }
}

/// One of several choices.
package struct FormChoice: Equatable, Sendable {
    /// What it says.
    package var title: String
    /// What it does when it is chosen.
    package var action: FormAction

    /// Makes a choice.
    package init(_ title: String, _ action: FormAction) { (self.title, self.action) = (title, action) }
}

/// What a control does.
package enum FormAction: Hashable, Sendable {
    /// Write a key of the configuration; nil takes its lines away, so that the default holds.
    case set(section: String, key: String, value: String?)
    /// Change a list as it is then, which may be another one than the page shows: put values at its end, and take values out.
    case changeList(section: String, key: String, adding: [String], removing: [String])
    /// Do something with a player, or with all of them.
    case player(PageCommand)
    /// Begin or end the sleep timer: seconds, or nil for none.
    case sleep(Int?)
    /// The sleep timer at the end of the track.
    case sleepAtEndOfTrack
    /// Whether shakes are wanted.
    case shake(Bool)
    /// Run a hook once.
    case testHook(String)
    /// Start Baton; for always, if it is to start at each login too.
    case start(atLogin: Bool)
    /// Start it at no login any more. It runs on until this session ends.
    case notAtLogin
    /// Copy a text, such as a command that only the person can type.
    case copy(String)
    /// Copy a text for a report.
    case copyReport
    /// Ask the doctor again.
    case examine
    /// Undo, or redo, in the app in focus.
    case undo, redo
    /// Show another page.
    case show(PageName)
    /// Have batonctl do something that it talks about.
    case converse(Conversation.Kind)
    /// End that, or close what it said.
    case endConversation
}

/// The pages.
package enum PageName: String, CaseIterable, Sendable {
    /// What gets the next press.
    case now
    /// Headsets and keys.
    case buttons
    /// Shake to undo.
    case shake
    /// What pauses players by itself.
    case stops
    /// What works here.
    case health
    /// Other machines.
    case machines
}
