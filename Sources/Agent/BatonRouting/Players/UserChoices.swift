// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
import BatonSession
import BatonSettings
package import BatonState
package import BatonValues

/// The user's choices that Baton saves: the pin, the ignored players, whether shakes are switched on (rule MPRIS35).
@MainActor
package final class UserChoices: AgentPart {
    /// How long after a change that nobody chose, or after the last write, the file is written. Larger: fewer writes, but a crash loses
    /// more changes.
    private static let saveDelay = Duration.seconds(2)

    private let window: MediaWindow
    private let keeper: StateKeeper
    private let reactor: Reactor
    private var saveTimer: ReactorTimer?
    private var lastSave: Duration?
    /// Told after a change of a choice.
    private var observers = Observers<Void>()

    package init(window: MediaWindow, keeper: StateKeeper, reactor: Reactor) {
        self.window = window
        self.keeper = keeper
        self.reactor = reactor
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    package var pinned: String? { keeper.state.pin }
    package var ignored: [String] { keeper.state.ignored }
    package var lastFirstResponder: String? { keeper.state.lastFirstResponder }

    /// Whether shakes are switched on.
    package var isShakeOn: Bool {
        get { keeper.state.isShakeOn }
        set { update { $0.isShakeOn = newValue } }
    }

    /// What `batonctl calibrate` found; nil without a calibration.
    package var shakePoint: PersonalShakePoint? {
        get { keeper.state.shakePoint }
        set { update { $0.shakePoint = newValue } }
    }

    /// How far answers have lowered the bar of a shake, in hundredths (rule SHAKE17). It is not a choice of the user's, so no observer is told.
    package var shakeShift: Int {
        get { keeper.state.shakeShift }
        set {
            guard newValue != keeper.state.shakeShift else { return }
            keeper.state.shakeShift = newValue
            scheduleSave()
        }
    }

    /// Why what was chosen is not on the disk although it should be, in a sentence with the file's path; nil if nothing is wrong. After a
    /// failure it is tried once more, because the reader may just have repaired it.
    package func savingProblem() -> String? { keeper.problem == nil ? nil : saveNow() }

    /// How often each headset needed two presses lately, by its address (rule I56).
    package var pressTallies: [String: PressTally] { keeper.state.pressTallies }

    /// Keeps the tally of a headset; nil forgets it. Nobody is told, because the user has chosen nothing.
    package func setTally(_ tally: PressTally?, of address: String) {
        keeper.state.setTally(tally, of: address)
        scheduleSave()
    }

    package func ignores(_ id: ResponderID) -> Bool { keeper.state.ignores(id.rawValue) }

    /// Pins a player. If it does not run yet, the pin takes effect when it appears.
    package func pin(_ name: String) throws(DBusError) {
        // The pin means the instance while it runs. The file has the player without its instance.
        let stored = try Self.storable(name)
        window.change { $0.setPin(name) }
        update { $0.pin = stored }
    }

    package func unpin() {
        window.change { $0.setPin(nil) }
        update { $0.pin = nil }
    }

    package func ignore(_ name: String) throws(DBusError) {
        let name = try Self.storable(name)
        guard !ignored.contains(name) else { return }
        guard ignored.count < SavedState.mostIgnored else {
            throw DBusError(
                .limitsExceeded, "\(SavedState.mostIgnored) players are ignored already: use a pattern in baton.conf.")
        }
        update { $0.ignore(name) }
    }

    package func unignore(_ name: String) throws(DBusError) {
        let name = try Self.storable(name)
        guard ignored.contains(name) else {
            throw DBusError(
                .invalidArguments,
                "'\(name)' is not ignored; if baton.conf ignores it, change it there.")
        }
        update { $0.unignore(name) }
    }

    /// Notes the first responder, which decides between equal players after a restart.
    ///
    /// It is written with the next choice or at the end, because it is not worth a wake-up.
    package func noteFirstResponder(_ id: ResponderID?) {
        // A registered app has another unique name in the next run.
        guard let id, !id.rawValue.hasPrefix(":"), id.baseName != lastFirstResponder else { return }
        keeper.state.lastFirstResponder = id.rawValue
    }

    package func close() { saveNow() }

    /// Writes changes that are not on the disk yet. Call it before the process ends.
    ///
    /// - Returns: why they could not be written, in a sentence with the file's path; nil if they were. It is logged too.
    @discardableResult
    package func saveNow() -> String? {
        saveTimer?.cancel()
        saveTimer = nil
        lastSave = reactor.now
        keeper.saveIfNeeded()
        return keeper.problem
    }

    private func update(_ change: (inout SavedState) -> Void) {
        change(&keeper.state)
        // What is confirmed to the user outlives a crash. Choices that follow each other are written together.
        let sinceLast = lastSave.map { reactor.now - $0 } ?? Self.saveDelay
        if sinceLast < Self.saveDelay {
            scheduleSave()
        } else {
            saveTimer?.cancel()
            saveTimer = reactor.schedule(after: .zero) { [weak self] in self?.saveNow() }
        }
        observers.tell(())
    }

    private func scheduleSave() {
        guard saveTimer?.isScheduled != true else { return }
        saveTimer = reactor.schedule(after: Self.saveDelay, tolerance: .seconds(1)) { [weak self] in self?.saveNow() }
    }

    /// The name as it is saved: without the MPRIS prefix and without `.instanceN`.
    private static func storable(_ name: String) throws(DBusError) -> String {
        guard let stored = SavedState.name(name), (try? BusName(PlayerPattern.busNamePrefix + stored)) != nil else {
            throw DBusError(
                .invalidArguments,
                "'\(name)' is not a name of a player, such as 'vlc' or 'org.mpris.MediaPlayer2.vlc'.")
        }
        return stored
    }
}
