// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonForms
import BatonLivePages
import BatonPages
import BatonReactor
import BatonSettings
import BatonSetup
import BatonTranslation
import BatonValues
import BatonWindows

/// The window: a list of pages, the page that is chosen, and what is known of Baton.
final class SettingsWindow {
    private let window: MainWindow
    private let list = NavigationList()
    private let stack = PageStack()
    private let search = SearchField(name: translated("Search the settings"))
    private var views: [PageName: FormView] = [:]
    private let link: AgentLink
    private let recordings: RecordingWatch
    private let login: LoginWatch
    private let performer: Performer
    private let configuration: ConfigurationWatch
    private let hosts: HostsWatch
    private let keys: KeysWatch
    private let signal: SignalWatch
    private let conversation: ConversationRunner
    /// The pages *Now* and *Health*, while the window is on the screen.
    private var live: LivePages?
    private var observation: Observation?
    private let connection: Connection
    private let reactor: Reactor
    private let address: String?
    private let environment: SetupEnvironment
    private var press: ArrivedPress?
    private var headsets: [String] = []
    private var mediaKeys: PromiseFinding?
    private var words: [String] = []
    private var page = PageName.now
    private var soon: ReactorTimer?
    /// When what the page says of times is not true any more.
    private var aging: ReactorTimer?
    private var drawnAt: Duration?
    /// Called when the window was closed.
    var onClose: (() -> Void)?

    /// A page is drawn at most as often as a person can see it.
    private static let interval = Duration.milliseconds(100)

    /// - Parameter address: of the session bus; nil if there is none.
    init(
        in application: WindowApplication, on connection: Connection, address: String?, _ environment: SetupEnvironment
    ) {
        (self.connection, self.address, self.environment) = (connection, address, environment)
        reactor = connection.reactor
        link = AgentLink(on: connection)
        recordings = RecordingWatch(on: connection.reactor)
        login = LoginWatch(on: connection.reactor)
        performer = Performer(link, login, on: connection, environment)
        configuration = ConfigurationWatch(environment, on: connection.reactor)
        hosts = HostsWatch(Installation.current.machines, on: connection.reactor)
        signal = SignalWatch(on: connection)
        keys = KeysWatch(environment, on: connection.reactor)
        conversation = ConversationRunner(on: connection.reactor)
        let side = Column([search, list])
        search.setMargins(6)
        list.setName(translated("Pages"))
        window = MainWindow(translated("Baton"), in: application, side: side, content: stack)
        for page in PageName.allCases { add(page) }
        connect()
        show(.now)
    }

    private func add(_ page: PageName) {
        let view = FormView(page.title)
        view.onAction = { [weak self] action in self?.perform(action) }
        views[page] = view
        stack.append(view.widget, named: page.rawValue)
        list.append(page.title, icon: page.icon)
    }

    private func connect() {
        search.captureKeys(of: window)
        window.onFind(self) { $0.search.focus() }
        search.onChange(self) { window, text in
            window.words = text.split(separator: " ").map(String.init)
            window.find()
        }
        list.onChoice(self) { window, place in window.choose(PageName.allCases[place]) }
        window.onVisibility(self) { $0.visibilityChanged() }
        window.onClose(self) { $0.onClose?() }
        link.onChange = { [weak self] in self?.agentChanged() }
        configuration.onChange = { [weak self] in self?.configurationChanged() }
        login.onChange = { [weak self] in self?.drawSoon() }
        recordings.onChange = { [weak self] in self?.drawSoon() }
        hosts.onChange = { [weak self] in self?.drawSoon() }
        keys.onLook = { [weak self] in self?.lookAtKeys() }
        conversation.onChange = { [weak self] in self?.conversationChanged() }
        signal.onPicture = { [weak self] picture in self?.views[.shake]?.show(picture) }
        link.onEvent = { [weak self] in self?.take($0) }
        link.onTried = { [weak self] in self?.tell(Form.outcome(ofTrying: $0), nil) }
        performer.onWritten = { [weak self] in self?.configuration.read() }
        performer.onSilence = { [weak self] in self?.live?.noteSilence() }
        performer.onTold = { [weak self] sentence, back in self?.tell(sentence, back) }
    }

    /// Shows the window.
    func present() {
        window.present()
        find()
    }

    private func agentChanged() {
        follow()
        drawSoon()
    }

    private func take(_ event: MonitoredEvent) {
        guard page == .buttons, let new = ArrivedPress(event, configuration.view.settings, headsets: headsets) else {
            return
        }
        press = new
        drawSoon()
    }

    private func pagesChanged(_ change: LivePages.Change) {
        if change == .health, let report = live?.report {
            // A batond that has left may have read another file than the next one will.
            if report.agent != nil { configuration.usedFile = report.configurationFile }
            headsets = report.rows.filter { $0.name == DoctorName.headset }.map { $0.details.text(.device) }
                .filter { !$0.isEmpty }
            mediaKeys = report.promises.first { $0.promise == .mediaKeys }
            keys.read()
        }
        drawSoon()
    }

    /// The desktop may be another one after it.
    private func conversationChanged() {
        if let conversation = conversation.conversation, !conversation.isRunning {
            if conversation.kind.mayChangeKeys {
                keys.changed()
            } else {
                keys.read()
                live?.examine()
            }
        }
        drawSoon()
    }

    /// The doctor and the inputs are asked anew what the media keys do.
    private func lookAtKeys() {
        live?.examineAnew()
        link.askAgain()
        drawSoon()
    }

    private func configurationChanged() {
        hosts.restart()
        link.askAgain()
        follow()
        find()
    }

    /// Shows a page.
    func show(_ page: PageName) {
        list.chosen = PageName.allCases.firstIndex(of: page)
        choose(page)
    }

    private func choose(_ page: PageName) {
        if page != self.page { press = nil }
        self.page = page
        stack.shown = page.rawValue
        window.setPageTitle(page.title)
        window.showContent()
        follow()
        draw()
    }

    private func visibilityChanged() {
        follow()
        if window.isShown { draw() }
    }

    /// Asks for what the page needs that is on the screen, and for nothing else.
    private func follow() {
        let isOnScreen = window.isShown
        followPages(isOnScreen)
        link.show(page)
        signal.follow(isOnScreen && page == .shake && link.condition == .answering)
        if let point = link.state.shakePoint {
            signal.follow(point.level, raise: point.raise, model: configuration.view.settings.shake.model)
        }
        if !isOnScreen { aging?.cancel() }
        if !isOnScreen || conversation.conversation?.kind.page != page { conversation.leave() }
        recordings.follow(isOnScreen && page == .stops)
        login.follow(isOnScreen && page == .health)
        keys.follow(isOnScreen && (page == .buttons || page == .health))
        hosts.follow(isOnScreen && page == .machines && configuration.view.hasBroker)
    }

    private func followPages(_ isOnScreen: Bool) {
        if !isOnScreen {
            observation = nil
            // Whatever happens there wakes nobody now: the connection is closed with the pages.
            live = nil
        } else if live == nil {
            let pages = LivePages(on: reactor, by: address.map { _ in connection }, startsAgent: false)
            observation = pages.observe { [weak self] in self?.pagesChanged($0) }
            live = pages
        }
        link.follow(live)
        live?.showsHealth = isOnScreen
    }

    // MARK: Drawing

    private func drawSoon() {
        guard window.isShown, soon?.isScheduled != true else { return }
        let wait = drawnAt.map { max($0 + Self.interval - reactor.now, .zero) } ?? .zero
        soon = reactor.schedule(after: wait) { [weak self] in self?.draw() }
    }

    private func draw() {
        drawnAt = reactor.now
        let form = form(of: page)
        views[page]?.show(form.found(words))
        age()
    }

    /// Draws again when a time on the page changes, and not before.
    private func age() {
        aging?.cancel()
        guard window.isShown, let change = Form.nextChange(on: page, state) else { return }
        aging = reactor.schedule(at: .microseconds(Int64(clamping: change)), tolerance: .milliseconds(500)) {
            [weak self] in self?.drawSoon()
        }
    }

    private func form(of page: PageName) -> Form {
        let state = state
        var form = Form(of: page, state)
        if case .silent = state.condition { form.isOld = true }
        return form
    }

    private var state: WindowState {
        var state = WindowState()
        state.condition = link.condition
        state.agent = link.state
        state.now = live?.now ?? .unknown
        state.health = live?.health ?? .unknown
        state.inputs = link.inputs
        state.hooks = link.hooks
        state.login = login.state
        state.recorders = recordings.programs
        (state.press, state.headsets) = (press, headsets)
        (state.mediaKeys, state.keysAreBound) = (mediaKeys, keys.areBound)
        state.hosts = hosts.hosts
        state.broker = hosts.failure
        state.hostsAreOld = !hosts.isHeard
        state.conversation = conversation.conversation
        state.configuration = configuration.view
        // fits: since boot
        state.instant = UInt64(max(reactor.now, .zero) / .microseconds(1))
        return state
    }

    /// Pages on which nothing is found are left out of the list; if this one is, the first other one is shown.
    private func find() {
        let found = PageName.allCases.map { page in
            // Without a broker there are no other machines, and nothing to say of them but to who asks.
            guard page != .machines || configuration.view.hasBroker || self.page == .machines else { return false }
            return words.isEmpty || !form(of: page).found(words).groups.isEmpty
        }
        list.show { found[$0] }
        if let place = PageName.allCases.firstIndex(of: page), !found[place], let other = found.firstIndex(of: true) {
            list.chosen = other
            page = PageName.allCases[other]
            stack.shown = page.rawValue
            window.setPageTitle(page.title)
        }
        draw()
    }

    // MARK: Acting

    private func perform(_ action: FormAction) {
        switch action {
        case .show(let page): return show(page)
        case .converse(let kind): return conversation.begin(kind)
        case .endConversation: return conversation.end()
        case .examine: live?.examine()
        case .player(let command):
            live?.perform(command) { [weak self] sentence in if let sentence { self?.tell(sentence, nil) } }
        default: break
        }
        performer.perform(action, called: form(of: page).title(of: action) ?? "", usedFile: configuration.view.path)
    }

    private func tell(_ sentence: String, _ back: (() -> Void)?) {
        // What was not done is told, and its control goes back.
        views[page]?.forget()
        drawSoon()
        window.toast(sentence, button: back.map { _ in translated("Undo") }, self) { _ in back?() }
    }
}
