// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonForms
import BatonLivePages
import BatonPages
import BatonReactor
import BatonValues

/// What the page that is shown needs of Baton beyond what the live pages follow, and what is asked of Baton.
///
/// Nothing polls. While the window is hidden there are no live pages, nothing is asked, and what has changed meanwhile is asked for
/// once when it is back.
final class AgentLink {
    /// Called at each change.
    var onChange: (() -> Void)?
    /// Called with each event that batond tells of.
    var onEvent: ((MonitoredEvent) -> Void)?

    /// Called with a hook that was tried, when its program has ended.
    var onTried: ((HookReport) -> Void)?

    private(set) var inputs: [InputReport]?
    private(set) var hooks: [HookReport]?

    private let connection: Connection
    private var pages: LivePages?
    private var observation: Observation?
    private var events: [Match] = []
    /// The hooks that were tried and whose programs have not ended, by name.
    private var tried: Set<String> = []
    private var question: PendingCall?
    private var wanted = PageName.now
    private var later: ReactorTimer?

    /// Events come in bursts; what follows from them is asked for once after a moment.
    private static let burst = Duration.milliseconds(200)

    init(on connection: Connection) {
        self.connection = connection
        for interface in [ApplicationInterface.name, InterruptionsInterface.name] {
            let rule = MatchRule(sender: BatonBus.name, path: BatonBus.path, interface: interface)
            events.append(connection.addMatch(rule) { [weak self] in self?.take($0) })
        }
    }

    deinit {
        later?.cancel()
        for match in events { match.cancel() }
        question?.cancel()
    }

    var condition: AgentCondition { pages?.condition ?? .unknown }
    var state: AgentState { pages?.agentState ?? AgentState() }
    var agent: RemoteAgent { RemoteAgent(on: connection, owner: pages?.owner) }

    /// Follows other live pages; nil while nobody sees them.
    func follow(_ new: LivePages?) {
        guard new !== pages else { return }
        // Pages that go tell of their end. Nobody listens by then, and they go when all else is in order.
        let old = pages
        observation = nil
        pages = new
        observation = new?.observeAgent { [weak self] in self?.changed($0) }
        if new == nil { question?.cancel() }
        withExtendedLifetime(old) {}
    }

    private func changed(_ change: AgentWatch.Change) {
        switch change {
        case .arrived: ask()
        case .left:
            inputs = nil
            hooks = nil
            tried = []
        case .told, .failed, .touched: break
        }
        onChange?()
    }

    /// Other programs may send signals with the agent's path, but not from the owner of the agent's name.
    private func take(_ message: Message) {
        guard let owner = pages?.owner, message.sender == owner else { return }
        if let hook = HookReport(message) { return take(hook) }
        guard message.interface == ApplicationInterface.name else { return }
        if let event = MonitoredEvent(message) { onEvent?(event) }
        askLater()
    }

    // MARK: What the page that is shown needs

    /// The window shows a page.
    func show(_ page: PageName) {
        guard page != wanted else { return }
        wanted = page
        ask()
    }

    /// What the page needs may have changed without a signal, as with another configuration.
    func askAgain() { askLater() }

    /// batond has started the program of a hook because the user tried it: how that ends is of interest.
    ///
    /// It is asked for once, since an agent that too many programs monitor already tells nothing by itself.
    func noteTry(of hook: String) {
        tried.insert(hook)
        askLater()
    }

    private func askLater() {
        guard later?.isScheduled != true else { return }
        later = connection.reactor.schedule(after: Self.burst) { [weak self] in self?.ask() }
    }

    /// Asks for what changes without a signal.
    private func ask() {
        guard pages?.owner != nil else { return }
        question?.cancel()
        switch wanted {
        case .buttons:
            question = agent.call(ApplicationInterface.inputs, within: .seconds(5), startsAgent: false) {
                [weak self] in self?.take($0)
            }
        case .stops:
            question = agent.call(InterruptionsInterface.hooks, within: .seconds(5), startsAgent: false) {
                [weak self] in self?.take($0)
            }
        case .health, .now, .shake, .machines: question = nil
        }
    }

    private func take(_ answer: AgentReply<[InputReport]>) {
        guard case .success(let reports) = answer else { return }
        // A headset has come or gone, of which the doctor knows the name.
        if let inputs, inputs.map(\.name) != reports.map(\.name) { pages?.examine() }
        inputs = reports
        onChange?()
    }

    private func take(_ answer: AgentReply<[HookReport]>) {
        guard case .success(let reports) = answer else { return }
        hooks = reports
        for hook in reports { tell(hook) }
        onChange?()
    }

    private func take(_ hook: HookReport) {
        tell(hook)
        guard let place = hooks?.firstIndex(where: { $0.name == hook.name }) else { return }
        hooks?[place] = hook
        if wanted == .stops { onChange?() }
    }

    private func tell(_ hook: HookReport) {
        if !hook.isRunning, tried.remove(hook.name) != nil { onTried?(hook) }
    }
}
