// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import BatonReactor
internal import Glibc
internal import SystemPackage

/// What the program does: one command after the other, each with one answer.
///
/// X11 commands have a connection of their own, so that an idle helper hears nothing of what happens on the display.
final class KeysHelper {
    private let reactor: Reactor
    private var link: MessageLink<KeysReport, KeysCommand>?
    private var ledger: Ledger?
    /// The keyboard of a seat that has none, while batond wants it.
    private var kept: VirtualKeyboard?
    private var keptWatch: Watch?
    /// A keyboard that was plugged in for the press that comes next.
    private var ready: VirtualKeyboard?
    /// The same in the kernel.
    private var readyInKernel: KernelKeyboard?
    private var readyTimer: ReactorTimer?

    /// How long it is there for a press that does not come.
    private static let readyTime = Duration.seconds(3)

    /// Makes it, and waits for batond's word.
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

    /// Ends, between two commands.
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
        case .focus(let id):
            ledger.report(try focus(id))
        case .press(let id, let press):
            defer { unplug() }
            try self.press(press, ledger) { ledger.report(.pressed(id: id)) }
        case .release(let id, let keys):
            let (x11, wayland) = (keys.filter { $0.display == .x11 }, keys.filter { $0.display == .wayland })
            if !x11.isEmpty { try XPresser(XConnection(), ledger).release(x11) }
            if !wayland.isEmpty {
                try onWayland(ledger) { keyboard throws(KeysFailure) in try keyboard.release(wayland) }
            }
            // The kernel released a keyboard's keys when the process that it belonged to ended.
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

    /// - Parameter done: called when the keys are up again, before anything is tidied.
    private func press(_ press: KeyPress, _ ledger: Ledger, done: () -> Void) throws(KeysFailure) {
        switch press.display {
        case .x11:
            let presser = try XPresser(XConnection(), ledger)
            try presser.press(press)
            done()
            presser.tidy()
        case .wayland:
            try onWayland(ledger) { keyboard throws(KeysFailure) in
                // Some compositors add up the modifiers of all keyboards (Hyprland).
                try UserHands.wait(press.patience)
                try keyboard.press(press.chord)
                done()
            }
        case .uinput:
            let keyboard = if let readyInKernel { readyInKernel } else { try KernelKeyboard(ledger) }
            try keyboard.press(press)
            done()
            keyboard.remove()
        }
    }

    // MARK: Getting ready

    /// Plugs a keyboard in, where one is needed; apps and compositors take their time to see it.
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

    /// Uses the keyboard that is there, else one that is there for this only.
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
        // The one that is there serves.
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
