// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses
import BatonReactor
import Glibc
import SystemPackage

/// Executes batond's commands, one after the other, each with one answer.
///
/// Each X11 command opens a connection of its own, so that the display sends an idle helper no events.
final class KeysHelper {
    private let reactor: Reactor
    private var link: MessageLink<KeysReport, KeysCommand>?
    private var ledger: Ledger?
    /// The virtual keyboard on a seat without a keyboard, as long as batond wants it (``KeysCommand/keep(id:isOn:)``).
    private var kept: VirtualKeyboard?
    private var keptWatch: Watch?
    /// A virtual keyboard that was made for the next press.
    private var ready: VirtualKeyboard?
    /// The same for the kernel.
    private var readyInKernel: KernelKeyboard?
    private var readyTimer: ReactorTimer?

    /// How long such a keyboard stays if no press comes.
    private static let readyTime = Duration.seconds(3)

    /// Makes a helper, which waits for batond's commands.
    init(_ channel: FileDescriptor, reactor: Reactor) throws(LinkError) {
        self.reactor = reactor
        let link = try MessageLink<KeysReport, KeysCommand>(channel, reactor: reactor) {
            [weak self] command, descriptor in
            try? descriptor?.close()
            self?.obey(command)
        } ended: { [weak self] _ in
            self?.stop()
        }
        self.link = link
        ledger = Ledger { [weak link] report throws(LinkError) in
            guard let link else { throw .closed }
            try link.send(report)
        }
    }

    /// Ends the program. Called between two commands.
    func stop() {
        drop()
        unplug()
        link?.close()
        reactor.stop()
    }

    private func obey(_ command: KeysCommand) {
        guard let ledger else { return }
        ledger.id = command.id
        if case .press = command {} else { unplug() }
        LastWords.arm(id: command.id, display: command.display)
        do throws(KeysFailure) {
            try perform(command, ledger)
        } catch {
            switch error {
            case .refused(let reason): ledger.report(.refused(id: command.id, reason))
            case .failed, .missing: ledger.report(.failed(id: command.id, reason: error.text))
            }
        }
        LastWords.disarm()
    }

    private func perform(_ command: KeysCommand, _ ledger: Ledger) throws(KeysFailure) {
        switch command {
        case .probe(let id, let display): ledger.report(probe(display, id))
        case .look(let id, let process): ledger.report(.process(id: id, try ProcessLook.look(process)))
        case .focus(let id):
            ledger.report(try focus(id))
        case .press(let id, let press):
            defer { unplug() }
            try self.press(press, ledger) { ledger.report(.pressed(id: id, isCertain: $0)) }
        case .release(let id, let keys):
            let (x11, wayland) = (keys.filter { $0.display == .x11 }, keys.filter { $0.display == .wayland })
            if !x11.isEmpty { try XPresser(XConnection(), ledger).release(x11) }
            if !wayland.isEmpty {
                try onWayland(ledger) { keyboard throws(KeysFailure) in try keyboard.release(wayland) }
            }
            // The kernel has released a virtual keyboard's keys when the process that made it ended.
            for key in keys where key.display == .uinput { ledger.close(key) }
            ledger.report(.done(id: id))
        case .keep(let id, let isOn):
            try keep(isOn, ledger)
            ledger.report(.done(id: id))
        case .prepare(let id, let display, let patience):
            try prepare(display, ledger)
            try UserHands.wait(patience)
            ledger.report(.done(id: id))
        }
    }

    private func focus(_ id: UInt32) throws(KeysFailure) -> KeysReport {
        let connection = try XConnection()
        try connection.checkKeyboardIsFree()
        do throws(MissingFocus) {
            let window = try connection.activeWindow()
            guard connection.holdsFocus(window) else { return .refused(id: id, .focusOutside) }
            return .focus(id: id, window: try connection.describe(window))
        } catch {
            return .noFocus(id: id, error)
        }
    }

    /// - Parameter done: called when the keys are released, before lent symbols and virtual keyboards are removed, with
    ///   whether they surely reached the apps of the display as they were meant.
    private func press(_ press: KeyPress, _ ledger: Ledger, done: (Bool) -> Void) throws(KeysFailure) {
        switch press.display {
        case .x11:
            let presser = try XPresser(XConnection(), ledger)
            try presser.press(press)
            done(true)
            presser.tidy()
        case .wayland:
            try onWayland(ledger) { keyboard throws(KeysFailure) in
                // Some compositors, such as Hyprland, merge the modifiers of all keyboards (rule UNDO4).
                try UserHands.wait(press.patience)
                try keyboard.press(press.chord)
                done(true)
            }
        case .uinput:
            let keyboard = if let readyInKernel { readyInKernel } else { try KernelKeyboard(ledger) }
            try keyboard.press(press)
            // A compositor may drop or change the keys of its keyboards, and tells nobody (rule UNDO48).
            done(getenv("WAYLAND_DISPLAY")?.pointee ?? 0 == 0)
            keyboard.remove()
        }
    }

    // MARK: Getting ready

    /// Makes a virtual keyboard where one is needed, because apps and compositors need some time to see it.
    private func prepare(_ display: KeyDisplay?, _ ledger: Ledger) throws(KeysFailure) {
        switch display {
        case .x11, nil: return
        case .wayland: if kept == nil { ready = try VirtualKeyboard(WaylandSeat(), ledger) }
        case .uinput: readyInKernel = try KernelKeyboard(ledger)
        }
        readyTimer = reactor.schedule(after: Self.readyTime, tolerance: .seconds(1)) { [weak self] in self?.unplug() }
    }

    private func unplug() {
        readyTimer?.cancel()
        readyTimer = nil
        ready = nil
        readyInKernel = nil
    }

    private func probe(_ display: KeyDisplay, _ id: UInt32) -> KeysReport {
        do throws(KeysFailure) {
            switch display {
            case .x11: try XConnection().checkXTest()
            case .wayland: if kept == nil { _ = try WaylandSeat() }
            case .uinput: try KernelKeyboard.check()
            }
            return .available(id: id)
        } catch {
            let obstacle: KeysObstacle = if case .missing(let obstacle, _) = error { obstacle } else { .other }
            return .unavailable(id: id, obstacle, reason: error.text)
        }
    }

    // MARK: Wayland

    /// Uses the kept or prepared virtual keyboard, else makes one for this use.
    private func onWayland(
        _ ledger: Ledger, _ use: (VirtualKeyboard) throws(KeysFailure) -> Void
    ) throws(KeysFailure) {
        if let kept {
            do throws(KeysFailure) {
                return try use(kept)
            } catch {
                if case .refused = error {} else { drop() }
                throw error
            }
        }
        let keyboard = if let ready { ready } else { try VirtualKeyboard(WaylandSeat(), ledger) }
        try use(keyboard)
        keyboard.remove()
    }

    private func keep(_ isOn: Bool, _ ledger: Ledger) throws(KeysFailure) {
        guard isOn else {
            kept?.remove()
            return drop()
        }
        guard kept == nil else { return }
        let seat = try WaylandSeat()
        // A seat that has a keyboard needs no other.
        guard !seat.hasKeyboard else { return }
        kept = try VirtualKeyboard(seat, ledger)
        keptWatch = try? reactor.watch(seat.descriptor, for: .readable) { [weak self] _ in
            if !seat.listen() { self?.drop() }
        }
    }

    private func drop() {
        keptWatch?.cancel()
        keptWatch = nil
        kept = nil
    }
}
