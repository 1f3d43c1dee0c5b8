// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// What the user chose and Baton remembers: the pin and the players to ignore (design §4).
@MainActor
final class UserChoices {
    private let window: MediaWindow
    private var state: AgentState
    private let save: (AgentState) -> Void
    /// Called after a change.
    var onChange: (() -> Void)?

    /// More names than a person keeps by hand; the list is a file and a D-Bus property.
    private static let ignoreLimit = 256

    init(window: MediaWindow, state: AgentState, save: @escaping (AgentState) -> Void) {
        self.window = window
        self.state = state
        self.save = save
    }

    var pinned: String? { state.pin }
    var ignored: [String] { state.ignored }
    var lastFirstResponder: String? { state.lastFirstResponder }

    func ignores(_ id: ResponderID) -> Bool { state.ignored.contains { id.isNamed($0) } }

    /// Pins the player, running or not yet: the pin takes effect when it appears.
    func pin(_ name: String) throws(DBusError) {
        let name = try Self.storable(name)
        window.change { $0.setPin(name) }
        update { $0.pin = name }
    }

    func unpin() {
        window.change { $0.setPin(nil) }
        update { $0.pin = nil }
    }

    func ignore(_ name: String) throws(DBusError) {
        let name = try Self.storable(name)
        guard !state.ignored.contains(name) else { return }
        guard state.ignored.count < Self.ignoreLimit else {
            throw DBusError(.limitsExceeded, "\(Self.ignoreLimit) players are ignored already; use a pattern in baton.conf")
        }
        update { $0.ignored.append(name) }
    }

    func unignore(_ name: String) throws(DBusError) {
        let name = try Self.storable(name)
        guard state.ignored.contains(name) else {
            throw DBusError(
                .invalidArguments,
                "'\(name)' is not on the list of ignored players; if baton.conf ignores it, change it there")
        }
        update { $0.ignored.removeAll { $0 == name } }
    }

    /// Notes who is first, to break ties after a restart.
    func noteFirstResponder(_ id: ResponderID?) {
        guard let name = id?.baseName, name != state.lastFirstResponder else { return }
        state.lastFirstResponder = name
        save(state)
    }

    /// The pin followed a `Shift`.
    func notePin(_ pin: String?) {
        let name = pin.map { ResponderID($0).baseName }
        guard name != state.pin else { return }
        update { $0.pin = name }
    }

    private func update(_ change: (inout AgentState) -> Void) {
        change(&state)
        save(state)
        onChange?()
    }

    /// The name as it is kept: without the MPRIS prefix and without `.instanceN`.
    private static func storable(_ name: String) throws(DBusError) -> String {
        let id = ResponderID(name)
        guard (try? BusName(ResponderID.playerPrefix + id.baseName)) != nil else {
            throw DBusError(
                .invalidArguments,
                "'\(name)' is not the name of a player; a player is named as 'vlc' or 'org.mpris.MediaPlayer2.vlc'")
        }
        return id.baseName
    }
}
