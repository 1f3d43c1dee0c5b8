// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonEvents
import BatonInput
import BatonReactor
import BatonRouting
import SystemPackage

/// An event node that is or may be a headset: its plan, and the open device while it is read.
@MainActor
final class HeadsetNode {
    /// Unique among all nodes as long as the agent runs.
    let number: UInt64
    private(set) var node: InputNode
    /// When the kernel added it; nil if it was there before Baton looked.
    let added: Duration?
    private(set) var plan: HeadsetPlan
    /// Its input in the registry; nil while the node does not have to be shown.
    private(set) var input: Input?
    private(set) var device: EvdevDevice?
    /// How often the node was opened, to distinguish one opening from the next.
    private(set) var openings = 0
    private var relay: KeyRelay?
    /// The pause in reading after too many events.
    private var pause: ReactorTimer?

    /// Called with each report of the device.
    var onReport: ((HeadsetNode, EvdevReport) -> Void)?

    private let inputs: InputRegistry
    private let reactor: Reactor
    /// How long a device is not read after it has sent too many events.
    private static let pauseTime = Duration.seconds(30)

    init(
        _ node: InputNode, _ plan: HeadsetPlan, number: UInt64, added: Duration?, inputs: InputRegistry,
        reactor: Reactor
    ) {
        self.node = node
        self.added = added
        self.plan = plan
        self.number = number
        self.inputs = inputs
        self.reactor = reactor
    }

    /// The Bluetooth headset that it belongs to; nil for another device.
    var bluetoothDevice: PressingDevice? {
        guard node.role == .avrcp else { return nil }
        return PressingDevice([node.name], connectedAt: added)
    }

    /// Whether its reports count. They do not while another program has grabbed a node that Baton is to grab.
    var counts: Bool { device.map { plan.reading != .grabbed || $0.isGrabbed } ?? false }

    // MARK: Opening and closing

    /// Applies a plan, or tries again what failed.
    ///
    /// - Parameters:
    ///   - obstacle: why nodes must not be read now (the session is locked, for example); nil if they may be.
    ///   - isLearning: whether the node is read whatever its plan is, for all keys, and is not grabbed for that.
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
            if let obstacle {
                shut()
                input?.state = .waiting(.session(obstacle))
                return
            }
            open()
        }
        device?.want(isLearning ? nil : plan.wanted)
    }

    /// Stops reading. Other programs receive the keys again.
    func shut() {
        relay = nil
        device?.shut()
        device = nil
    }

    /// Closes the node and removes its input.
    func remove() {
        pause?.cancel()
        shut()
        forget()
    }

    private func forget() {
        input?.remove(at: reactor.now)
        input = nil
    }

    private func tell(_ state: Input.State) {
        if input == nil { input = inputs.add(.evdev, name: node.name, device: node.device) }
        input?.state = state
    }

    private func details(_ error: Errno) -> Reason.Details { [.path: .text(node.path), .message: "\(error)"] }

    private func open() {
        guard device == nil, pause?.isScheduled != true else { return }
        do throws(Errno) {
            let device = try EvdevDevice(path: node.path, reactor: reactor)
            // sysfs was read earlier than the node was opened: the node may be another device now.
            guard !device.isKeyboard else { return tell(.off(.input(.keyboard))) }
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
            tell(.off(.input(.nodeForbidden, [.path: .text(node.path)])))
        } catch {
            tell(.off(.input(.nodeUnopenable, details(error))))
        }
    }

    // MARK: Grabbing

    /// Grabs the device if the plan wants that and no key is down: a program that saw the press must also see the
    /// release (rule HEADSET13).
    func takeIfFree() {
        guard plan.reading == .grabbed, let device, !device.isGrabbed, !device.isAnyKeyDown else { return }
        do throws(Errno) {
            try device.grab()
            relay = try? KeyRelay(for: device)
            tell(.listening)
        } catch .resourceBusy {
            // Its keys arrive here only after the other program has released the grab, so the next attempt is made
            // then.
            tell(.waiting(.input(.nodeGrabbed, [.path: .text(node.path)])))
        } catch {
            tell(.off(.input(.nodeUngrabbable, details(error))))
        }
    }

    /// Forwards a key that is not for Baton.
    ///
    /// - Returns: whether another program receives it, through the relay or because the node is not grabbed.
    func handOn(_ event: KeyEvent) -> Bool {
        guard let device, device.isGrabbed else { return true }
        relay?.send(event)
        return relay != nil
    }

    /// Releases all forwarded keys, because events were lost and it is not known which keys are down.
    func lost() { relay?.releaseAll() }

    /// Closes the node for ``pauseTime`` after too many events, and calls `then` afterwards.
    func rest(then: @escaping () -> Void) {
        shut()
        tell(.waiting(.input(.tooManyKeys, [.count: .number(UInt32(clamping: EvdevDevice.mostPerSecond))])))
        pause = reactor.schedule(after: Self.pauseTime, tolerance: .seconds(5), handler: then)
    }
}
