// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings

/// The chain of responders as others see it.
@MainActor
final class ChainControl: ControlMembers, AgentPart {
    private let window: MediaWindow
    private let changes: ChangedProperties
    private let reactor: Reactor
    private var toldFirst: ResponderID?
    private var toldPolicy: RoutingPolicy
    private var timer: ReactorTimer?
    // Kept, because the chain changes with commands.
    private let first = ApplicationInterface.firstResponder.name
    private let others = [ApplicationInterface.responders.name, ApplicationInterface.reasons.name]

    /// How long other changes of the chain are collected; a new first responder is signalled at once. A larger value
    /// sends fewer signals, later: a player that changes its track with every command must not make all clients read
    /// the whole chain as often.
    private static let delay = Duration.milliseconds(50)

    init(window: MediaWindow, changes: ChangedProperties, reactor: Reactor) {
        self.window = window
        self.changes = changes
        self.reactor = reactor
        toldPolicy = window.order.policy
    }

    /// Signals that the chain has changed.
    func changed() {
        let id = window.orderedResponders.first?.id
        guard id == toldFirst else {
            toldFirst = id
            timer?.cancel()
            return changes.tell(BatonBus.application, [first] + others)
        }
        guard timer?.isScheduled != true else { return }
        timer = reactor.schedule(after: Self.delay, tolerance: Self.delay) { [weak self] in
            guard let self else { return }
            changes.tell(BatonBus.application, others)
        }
    }

    /// Signals a policy that a reload has changed.
    func apply(_ configuration: Configuration) { tellPolicy() }

    private func setPolicy(_ word: String, _ call: Invocation) {
        guard let policy = RoutingPolicy(rawValue: word) else {
            return call.fail(DBusError(.invalidArguments, "a policy is playing or recent"))
        }
        window.change { $0.policy = policy }
        tellPolicy()
        call.reply()
    }

    private func tellPolicy() {
        guard window.order.policy.isRecent != toldPolicy.isRecent else { return }
        toldPolicy = window.order.policy
        changes.tell(BatonBus.application, [ApplicationInterface.policy.name])
    }

    var methods: [Method] {
        [
            ApplicationInterface.refresh.served { [window] call, player in
                (window.responder(ResponderID(player)) as? PlayerResponder)?.refresh()
                call.reply()
            }
        ]
    }

    var properties: [Property] {
        [
            ApplicationInterface.policy.served(set: { [weak self] in self?.setPolicy($0, $1) }) { [window] in
                window.order.policy.rawValue
            },
            ApplicationInterface.firstResponder.served { [window] in
                window.orderedResponders.first?.id.rawValue ?? ""
            },
            ApplicationInterface.responders.served { [window] in
                window.orderedResponders.map { responder in
                    ListedResponder(
                        id: responder.id.rawValue, identity: responder.identity, status: responder.status,
                        isSuspect: window.order.entry(responder.id)?.isSuspect ?? false)
                }
            },
            ApplicationInterface.reasons.served { [window] in
                PlaceReasons(
                    window.orderedResponders.map {
                        ($0.id.rawValue, window.order.reason(for: $0.id).rawValue)
                    })
            },
            ApplicationInterface.trackJumps.served { [window] in
                PlaceReasons(
                    window.orderedResponders.compactMap { responder in
                        let text = (responder as? PlayerResponder)?.jumpText ?? ""
                        return text.isEmpty ? nil : (responder.id.rawValue, text)
                    })
            },
        ]
    }
}
