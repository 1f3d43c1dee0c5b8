// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonForms
import BatonPages
import BatonReactor
import BatonValues

/// What the window knows of Baton: follows the agent for as long as the window is there, and asks for what the page that is shown needs.
///
/// Nothing polls. While the window is hidden nothing is asked, and what has changed meanwhile is asked for once when it is back.
final class AgentLink {
    /// Called at each change.
    var onChange: (() -> Void)?
    /// Called with each event that batond tells of.
    var onEvent: ((MonitoredEvent) -> Void)?
    /// Called when what batond's doctor says is there.
    var onFindings: (([DoctorFinding]) -> Void)?

    private(set) var isSilent = false
    private(set) var inputs: [InputReport]?
    private(set) var hooks: [HookReport]?

    private let connection: Connection
    private let watch: AgentWatch
    private var observation: Observation?
    private var events: Match?
    private var questions: [PendingCall] = []
    private var examination: PendingCall?
    private var wanted = PageName.now
    private var isShown = false
    private var isMonitoring = false
    private var later: ReactorTimer?

    /// Events come in bursts; what follows from them is asked for once after a moment.
    private static let burst = Duration.milliseconds(200)

    init(on connection: Connection) {
        self.connection = connection
        watch = AgentWatch(RemoteAgent(on: connection))
        observation = watch.observe { [weak self] in self?.changed($0) }
        events = connection.addMatch(
            MatchRule(sender: BatonBus.name, path: BatonBus.path, interface: ApplicationInterface.name)
        ) { [weak self] message in
            guard let self, message.sender == watch.owner else { return }
            if let event = MonitoredEvent(message) { onEvent?(event) }
            askLater()
        }
    }

    deinit {
        later?.cancel()
        events?.cancel()
        for question in questions { question.cancel() }
        examination?.cancel()
    }

    var presence: AgentWatch.Presence { watch.presence }
    var state: AgentState { watch.state }
    var agent: RemoteAgent { RemoteAgent(on: connection, owner: watch.owner) }

    private func changed(_ change: AgentWatch.Change) {
        switch change {
        case .arrived:
            isSilent = false
            isMonitoring = false
            examine()
            ask()
        case .left:
            isSilent = false
            isMonitoring = false
            inputs = nil
            hooks = nil
        case .told: isSilent = false
        case .failed(_, .silent): isSilent = true
        case .failed, .touched: break
        }
        onChange?()
    }

    // MARK: What the page that is shown needs

    /// The window shows a page, or has gone from the screen.
    func show(_ page: PageName, isOnScreen: Bool) {
        guard page != wanted || isOnScreen != isShown else { return }
        (wanted, isShown) = (page, isOnScreen)
        if isShown { ask() } else { monitor(false) }
    }

    private func askLater() {
        guard isShown, later?.isScheduled != true else { return }
        later = connection.reactor.schedule(after: Self.burst) { [weak self] in self?.ask() }
    }

    /// Asks for what changes without a signal.
    func ask() {
        guard isShown, watch.presence == .present else { return }
        for question in questions { question.cancel() }
        questions = []
        monitor(true)
        switch wanted {
        case .buttons:
            keep(
                agent.call(ApplicationInterface.inputs, within: .seconds(5), startsAgent: false) { [weak self] answer in
                    guard let self, case .success(let reports) = answer else { return }
                    // A headset has come or gone.
                    if let inputs, inputs.map(\.name) != reports.map(\.name) { examine() }
                    inputs = reports
                    onChange?()
                })
        case .stops:
            keep(
                agent.call(InterruptionsInterface.hooks, within: .seconds(5), startsAgent: false) {
                    [weak self] answer in
                    guard let self, case .success(let reports) = answer else { return }
                    hooks = reports
                    onChange?()
                })
        case .health, .now, .shake, .machines: break
        }
    }

    /// Asks the doctor, who knows which configuration file batond has read.
    func examine() {
        guard watch.presence == .present else { return }
        examination?.cancel()
        examination = agent.call(ApplicationInterface.doctor, within: .seconds(10), startsAgent: false) {
            [weak self] answer in
            if case .success(let findings) = answer { self?.onFindings?(findings) }
        }
    }

    private func keep(_ question: PendingCall?) { if let question { questions.append(question) } }

    private func monitor(_ isOn: Bool) {
        guard isOn != isMonitoring, watch.presence == .present else { return }
        isMonitoring = isOn
        agent.call(ApplicationInterface.monitor, isOn, startsAgent: false) { _ in }
    }
}
