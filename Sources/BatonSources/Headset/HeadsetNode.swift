// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonEvents
import BatonInput
import BatonReactor
import BatonRouting
import SystemPackage

/// One event node that is a headset's, or was: its plan, and the device while it is read.
@MainActor
final class HeadsetNode {
    /// Tells it from all others, for as long as the agent lives.
    let number: UInt64
    private(set) var node: InputNode
    private(set) var plan: HeadsetPlan
    /// For the registry; nil while nobody needs to hear of the node.
    private(set) var source: InputSource?
    private(set) var device: EvdevDevice?
    /// How often it was opened: tells one opening from the next.
    private(set) var openings = 0
    private var relay: KeyRelay?
    /// Reading has to wait until then: it flooded.
    private var pause: ReactorTimer?

    /// Hears what the device says.
    var onReport: ((HeadsetNode, EvdevReport) -> Void)?

    private let inputs: InputRegistry
    private let reactor: Reactor
    /// How long a device that floods is left alone.
    private static let pauseTime = Duration.seconds(30)

    init(_ node: InputNode, _ plan: HeadsetPlan, number: UInt64, inputs: InputRegistry, reactor: Reactor) {
        self.node = node
        self.plan = plan
        self.number = number
        self.inputs = inputs
        self.reactor = reactor
    }

    /// Whether what it says counts: not while another program has grabbed what is to be Baton's.
    var counts: Bool { device.map { plan.reading != .grabbed || $0.isGrabbed } ?? false }

    // MARK: Opening and closing

    /// Follows another plan, or tries again what failed.
    ///
    /// - Parameters:
    ///   - obstacle: why the session is not served now; nil when it is.
    ///   - isLearning: to be read anyhow, all keys, and nothing grabbed for it.
    func apply(_ plan: HeadsetPlan, node: InputNode, obstacle: SessionCode?, isLearning: Bool) {
        let isSame = plan == self.plan && node.path == self.node.path && node.keys == self.node.keys
        self.plan = plan
        self.node = node
        if !isSame { shut() }
        switch plan.reading {
        case .ignored:
            shut()
            forget()
        case .off(let reason):
            if isLearning, obstacle == nil { open() } else { shut() }
            if device != nil || plan.isOfInterest { tell(.off(reason)) }
        case .grabbed, .shared:
            guard obstacle == nil else {
                shut()
                source?.state = .waiting(obstacle.map { "\(Reason.session($0))" } ?? "")
                return
            }
            open()
        }
        device?.want(isLearning ? nil : plan.wanted)
    }

    /// Stops to read; everybody else gets the keys again.
    func shut() {
        relay = nil
        device?.shut()
        device = nil
    }

    /// It is gone.
    func remove() {
        pause?.cancel()
        shut()
        forget()
    }

    private func forget() {
        source?.remove(at: reactor.now)
        source = nil
    }

    private func tell(_ state: InputSource.State) {
        if source == nil { source = inputs.add(.evdev, name: node.name, device: node.device) }
        source?.state = state
    }

    private func open() {
        guard device == nil, pause?.isScheduled != true else { return }
        do throws(Errno) {
            let device = try EvdevDevice(path: node.path, reactor: reactor)
            // What sysfs says and what the node is are read at different times.
            guard !device.isKeyboard else { return tell(.off("it is a keyboard, which is never read")) }
            try device.listen(to: plan.wanted) { [weak self] report in
                guard let self else { return }
                onReport?(self, report)
            }
            self.device = device
            openings += 1
            if case .off = plan.reading { return }
            tell(.listening)
            takeIfFree()
        } catch .permissionDenied {
            guard plan.isOfInterest else { return forget() }
            tell(.off("\(node.path) may not be read; Baton's udev rule for headsets gives it to you: docs/headsets.md"))
        } catch {
            tell(.off("\(node.path) cannot be opened: \(error)"))
        }
    }

    // MARK: Grabbing

    /// Grabs the device if it is to be. Not while a key is down: whoever saw it go down has to see it come up.
    func takeIfFree() {
        guard plan.reading == .grabbed, let device, !device.isGrabbed, !device.isAnyKeyDown else { return }
        do throws(Errno) {
            try device.grab()
            relay = try? KeyRelay(for: device)
            tell(.listening)
        } catch .resourceBusy {
            // Its keys come here only once the other has let go: then is the time to try again.
            tell(.waiting("another program has grabbed \(node.path)"))
        } catch {
            tell(.off("\(node.path) cannot be grabbed: \(error)"))
        }
    }

    /// Hands a key on that is none of Baton's.
    ///
    /// - Returns: whether somebody else gets it now, or had it all along.
    func handOn(_ event: KeyEvent) -> Bool {
        guard let device, device.isGrabbed else { return true }
        relay?.send(event)
        return relay != nil
    }

    /// Nobody knows which keys are down.
    func lost() { relay?.releaseAll() }

    /// It floods: it is left alone for a while, then `then` may try again.
    func rest(then: @escaping () -> Void) {
        shut()
        let text = "it sends more than \(EvdevDevice.mostPerSecond) keys a second; it is left alone for half a minute"
        tell(.waiting(text))
        pause = reactor.schedule(after: Self.pauseTime, tolerance: .seconds(5), handler: then)
    }
}
