// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonRouting
import BatonSession
import BatonValues

/// What the user has chosen: the pin, and the players that get no events.
@MainActor
final class ChoicesControl: ControlMembers {
    private let choices: UserChoices
    private let changes: ChangedProperties
    private let limit: CallerLimit

    init(choices: UserChoices, changes: ChangedProperties, reactor: Reactor) {
        self.choices = choices
        self.changes = changes
        limit = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "pins and ignores change too often; wait ten seconds")
    }

    /// Signals that a choice has changed.
    func changed() {
        changes.tell(
            BatonBus.application, [ApplicationInterface.pinned.name, ApplicationInterface.ignored.name])
    }

    var methods: [Method] {
        [
            ApplicationInterface.pin.served { [weak self] call, player in
                self?.change(call) { (choices) throws(DBusError) in try choices.pin(player) }
            },
            ApplicationInterface.unpin.served { [weak self] call, _ in self?.change(call) { $0.unpin() }
            },
            ApplicationInterface.ignore.served { [weak self] call, player in
                self?.change(call) { (choices) throws(DBusError) in try choices.ignore(player) }
            },
            ApplicationInterface.unignore.served { [weak self] call, player in
                self?.change(call) { (choices) throws(DBusError) in try choices.unignore(player) }
            },
        ]
    }

    var properties: [Property] {
        [
            ApplicationInterface.pinned.served { [choices] in choices.pinned ?? "" },
            ApplicationInterface.ignored.served { [choices] in choices.ignored },
        ]
    }

    /// Changes the user's settings; refused if the calls come too often.
    private func change(_ call: TypedCall<Void>, _ body: (UserChoices) throws(DBusError) -> Void) {
        limit.admit(call.invocation) { call.answer { () throws(DBusError) in try body(choices) } }
    }
}
