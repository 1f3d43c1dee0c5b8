// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonForms
import BatonProcesses
import BatonReactor
import BatonSettings
import BatonSetup
import BatonTranslation
import BatonValues
import BatonWindows
import Glibc

/// Does what a control asks for, and says in a sentence what came of it where that cannot be seen.
final class Performer {
    /// Called with a sentence, and with the way back if there is one.
    var onTold: ((_ sentence: String, _ back: (() -> Void)?) -> Void)?
    /// Called when batond has not answered in time.
    var onSilence: (() -> Void)?
    /// Called when the configuration was written.
    var onWritten: (() -> Void)?

    private let link: AgentLink
    private let login: LoginWatch
    private let connection: Connection
    private let environment: SetupEnvironment
    private var child: Subprocess?
    private var report: ProcessOutput?

    init(_ link: AgentLink, _ login: LoginWatch, on connection: Connection, _ environment: SetupEnvironment) {
        self.link = link
        self.login = login
        self.connection = connection
        self.environment = environment
        login.onTold = { [weak self] in self?.onTold?($0, nil) }
    }

    /// - Parameters:
    ///   - title: what the control is called, for the sentence that tells that it was saved.
    ///   - usedFile: the configuration file that batond has read; nil for none.
    func perform(_ action: FormAction, called title: String, usedFile: String?) {
        typealias Application = ApplicationInterface
        typealias Interruptions = InterruptionsInterface
        switch action {
        case .set(let section, let key, let value):
            write(section, title) { environment throws(SetupError) in
                try ConfigurationEdit(
                    section, key, value.map { [$0] } ?? [], usedFile: usedFile, environment)
            }
        case .changeList(let section, let key, let added, let removed):
            write(section, title) { environment throws(SetupError) in
                try ConfigurationEdit(
                    section, key, ListChange(adding: added, removing: removed), usedFile: usedFile, environment)
            }
        case .sleep(let seconds?):
            // fits: at most a day
            let end = WallClock.microseconds &+ UInt64(min(max(seconds, 0), 86_400)) * 1_000_000
            call(Interruptions.sleep, (end, false))
        case .sleep(nil): call(Interruptions.sleep, (0, false))
        case .sleepAtEndOfTrack: call(Interruptions.sleep, (0, true))
        case .shake(let isOn): link.agent.set(Application.shakeToUndo, to: isOn) { [weak self] in self?.answered($0) }
        case .testHook(let name): tryHook(name)
        case .undo: undo(Application.undo)
        case .redo: undo(Application.redo)
        case .start(atLogin: false): start()
        case .start(atLogin: true): login.set(true)
        case .notAtLogin: login.set(false)
        case .copyReport: copyReport()
        case .copy(let text):
            WindowApplication.copy(text)
            onTold?(translated("Copied."), nil)
        case .player, .examine, .show, .converse, .endConversation: break
        }
    }

    // MARK: The configuration

    private func write(
        _ section: String, _ title: String,
        _ edit: (SetupEnvironment) throws(SetupError) -> ConfigurationEdit
    ) {
        do throws(SetupError) {
            let back = try edit(environment).make()
            reload(section)
            onWritten?()
            onTold?(translated("Saved: \(title)")) { [weak self] in self?.putBack(back, section) }
        } catch {
            onWritten?()
            onTold?(error.description.shown(), nil)
        }
    }

    private func putBack(_ back: () throws(SetupError) -> Void, _ section: String) {
        do throws(SetupError) {
            try back()
            onTold?(translated("Put back."), nil)
        } catch {
            onTold?(error.description.shown(), nil)
        }
        reload(section)
        onWritten?()
    }

    /// batond reads its configuration again at SIGHUP, whoever has started it. baton-mqtt has no name on the bus: systemd knows it.
    private func reload(_ section: String) {
        if section == "mqtt" {
            child = try? Subprocess(
                ["systemctl", "--user", "--no-block", "reload", Installation.machinesUnit],
                environment: Paths.processEnvironment(), reactor: connection.reactor
            ) { _ in }
        }
        connection.connectionProcessID(of: BatonBus.name) { result in
            guard case .success(let process) = result, let number = pid_t(exactly: process), number > 1 else { return }
            kill(number, SIGHUP)
        }
    }

    // MARK: Baton

    /// Its end is told by the link, in a later turn than the answer.
    private func tryHook(_ name: String) {
        link.agent.call(InterruptionsInterface.testHook, name, within: .seconds(5), startsAgent: false) {
            [weak self] answer in
            if case .success = answer { self?.link.noteTry(of: name) }
            self?.answered(answer)
        }
    }

    private func call<Arguments>(_ method: MethodDeclaration<Arguments, Void>, _ arguments: Arguments) {
        link.agent.call(method, arguments, within: .seconds(5), startsAgent: false) { [weak self] in
            self?.answered($0)
        }
    }

    private func undo(_ method: MethodDeclaration<Void, (String, String, Reason.Details)>) {
        link.agent.call(method, within: .seconds(20), startsAgent: false) { [weak self] answer in
            if case .success((let word, let code, let details)) = answer, word != OutcomeWord.handled.rawValue {
                let reason = Reason(word: code, details: details).map { "\($0)" } ?? word
                self?.onTold?(reason.shown(), nil)
            }
            self?.answered(answer)
        }
    }

    private func answered<Content>(_ answer: AgentReply<Content>) {
        guard case .failure(let error) = answer else { return }
        switch error {
        case .absent, .busLost: onTold?(translated("Baton does not run."), nil)
        case .silent:
            onSilence?()
            onTold?(translated("Baton does not answer."), nil)
        case .lacking: onTold?(translated("The Baton that runs is of an older version and cannot do that."), nil)
        case .refused(let cause), .unreadable(let cause):
            let text = cause.message.isEmpty ? cause.name.rawValue : cause.message
            onTold?(translated("Baton refuses it: \(text.shown())"), nil)
        }
    }

    /// The batonctl that was installed with this program.
    static var batonctl: String? {
        for folder in Installation.ownFolders where access("\(folder)/batonctl", X_OK) == 0 {
            return "\(folder)/batonctl"
        }
        return nil
    }

    /// What `batonctl doctor --report` prints, which has no names in it.
    private func copyReport() {
        guard let program = Self.batonctl else { return reported(nil) }
        report = ProcessOutput(
            of: [program, "doctor", "--report"], environment: Paths.processEnvironment(), most: 256 << 10,
            within: .seconds(30), on: connection.reactor
        ) { [weak self] in self?.reported($0) }
    }

    private func reported(_ bytes: [UInt8]?) {
        guard let bytes, !bytes.isEmpty else {
            onTold?(translated("No report could be made."), nil)
            return
        }
        WindowApplication.copy(String(decoding: bytes, as: UTF8.self))
        onTold?(translated("The report is copied."), nil)
    }

    /// The bus starts it.
    private func start() {
        RemoteAgent(on: connection).ping(within: .seconds(20)) { [weak self] answer in
            guard case .failure = answer else { return }
            self?.onTold?(translated("Baton could not be started. 'batonctl doctor' says why."), nil)
        }
    }
}
