// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonFiles
import BatonMachinesLink
import BatonSettings
import BatonSetup
import BatonTranslation
import Glibc
import SystemPackage

/// `batonctl setup --mqtt`: asks for the broker, tries it, says what will be told and taken, and writes and starts what the user
/// agrees to.
struct MQTTSetup {
    /// What the command line says; the rest is asked, or is as it is in the configuration.
    struct Given {
        var broker: String?
        var user: String?
        var passwordFile: String?
    }

    var given = Given()
    /// Whether the user has agreed on the command line.
    var isAgreed = false
    /// Whether to show only what would change.
    var isDry = false
    /// Whether to show what Baton itself would keep, too.
    var showsRecords = false
    let environment = SetupEnvironment.current
    private let installation = Installation.current

    init(_ given: Given = Given(), isAgreed: Bool = false, isDry: Bool = false, showsRecords: Bool = false) {
        (self.given, self.isAgreed, self.isDry, self.showsRecords) = (given, isAgreed, isDry, showsRecords)
    }

    /// Whether there is somebody to ask.
    private var canAsk: Bool { isatty(0) == 1 && !isAgreed }

    /// - Throws: ``CommandError`` when the broker cannot be used, or nothing was agreed to.
    func run() throws(CommandError) {
        let program = try MachinesProgram(installation)
        let present = try loaded()
        Console.print(
            paragraph: translated("Other machines and Home Assistant, through an MQTT broker (docs/machines.md)."))
        var answers = try connection(present)
        let password = try password(for: &answers, present)
        try warnWithoutTLS(answers)
        let trial = try input(answers, present, password)
        try attempt(program, trial, answers)
        if canAsk { try askRest(&answers, try program.hosts(trial)) }
        Console.print("")
        for sentence in MQTTQuestions.summary(answers, present.configuration.mqtt) {
            Console.print(paragraph: sentence)
        }
        try apply(answers, present, password)
    }

    // MARK: What is asked

    private func connection(_ present: LoadedConfiguration) throws(CommandError) -> MQTTAnswers {
        let mqtt = present.configuration.mqtt
        var address = mqtt.broker
        if let text = given.broker {
            guard let parsed = BrokerAddress(text) else {
                throw CommandError(
                    translated(
                        "'\(text)' is no address of a broker. Examples: mqtt://localhost, mqtts://broker.home:8883"),
                    status: .usage)
            }
            address = parsed
        } else if canAsk {
            guard let answer = MQTTQuestions.broker(address) else { throw Self.ended }
            address = answer
        }
        guard let address else {
            throw CommandError(
                translated("Which broker? Name it: batonctl setup --mqtt --broker mqtts://broker.home"), status: .usage)
        }
        var answers = MQTTAnswers(mqtt) ?? MQTTAnswers(broker: address)
        answers.broker = address
        if let user = given.user {
            answers.user = user
        } else if canAsk {
            let question = translated("User at the broker; - for none:")
            guard let user = MQTTQuestions.line(question, otherwise: answers.user.isEmpty ? "-" : answers.user) else {
                throw Self.ended
            }
            answers.user = user == "-" ? "" : user
        }
        return answers
    }

    /// - Returns: the password to write to Baton's own file; nil if there is no password, or a file has it already.
    private func password(
        for answers: inout MQTTAnswers, _ present: LoadedConfiguration
    ) throws(CommandError) -> String? {
        if let file = given.passwordFile {
            guard let line = SmallFile.firstLine(file) else {
                throw CommandError(translated("\(file) has no password in its first line."))
            }
            answers.passwordFile = try passwordPath
            return line
        }
        guard !answers.user.isEmpty else {
            answers.passwordFile = ""
            return nil
        }
        guard canAsk else { return nil }
        let isKnown = !answers.passwordFile.isEmpty
        guard
            let typed = PasswordPrompt.ask(
                isKnown
                    ? translated("Password (not shown; empty: the one that is there):")
                    : translated("Password (not shown; empty for none):"))
        else { throw Self.ended }
        if typed.isEmpty { return nil }
        answers.passwordFile = try passwordPath
        return typed
    }

    private func warnWithoutTLS(_ answers: MQTTAnswers) throws(CommandError) {
        guard !answers.isPrivate else { return }
        Console.print(
            paragraph: translated(
                """
                Warning: without TLS (mqtts://) everybody in this network can read the password and what is told, and can \
                send commands.
                """))
        guard canAsk else { return }
        guard SetupQuestion.isAnsweredYes(translated("Use this broker anyway? [y/N]")) else { throw Self.ended }
    }

    private func askRest(_ answers: inout MQTTAnswers, _ hosts: [HostReport]) throws(CommandError) {
        guard let follow = MQTTQuestions.follow(hosts, answers.follow) else { throw Self.ended }
        answers.follow = follow
        answers.interruptions =
            SetupQuestion.isAnsweredYes(
                translated(
                    "Calls: pause what plays here during a call on another machine, and tell the others of calls here? [y/N]"
                ))
            ? .both : .off
        answers.titles = SetupQuestion.isAnsweredYes(
            translated("Titles: tell title, artist and album? Everybody who may read at the broker sees them. [y/N]"))
        answers.homeAssistant = SetupQuestion.isAnsweredYes(
            translated("Home Assistant: appear in it, with buttons and sensors? [y/N]"))
    }

    // MARK: Trying

    private func attempt(
        _ program: MachinesProgram, _ input: [UInt8], _ answers: MQTTAnswers
    ) throws(CommandError) {
        Console.print(paragraph: translated("Trying \("\(answers.broker)")..."))
        let report = try program.check(input)
        guard report.state == .connected else {
            throw CommandError(report).adding(" " + translated("Nothing was changed."))
        }
        for row in report.rows where row.name != DoctorName.machines {
            Console.print(paragraph: row.reason)
            if !row.advice.isEmpty { Console.print(paragraph: "  \(row.advice)") }
        }
    }

    /// What baton-mqtt is tried with: the file as it would be, and the password, which is in no file yet.
    private func input(
        _ answers: MQTTAnswers, _ present: LoadedConfiguration, _ password: String?
    ) throws(CommandError) -> [UInt8] {
        let text = try CommandError.setting { () throws(SetupError) in try change(answers, present).text }
        return Array("\(password ?? "")\n\(text)".utf8)
    }

    // MARK: Changing

    private func apply(
        _ answers: MQTTAnswers, _ present: LoadedConfiguration, _ password: String?
    ) throws(CommandError) {
        let directory = try environment.requireStateDirectory()
        let difference = try CommandError.setting { () throws(SetupError) in
            let change = try change(answers, present)
            return isDry && showsRecords
                ? try change.difference(in: directory, withRecord: true) : try change.difference
        }
        if !difference.isEmpty { Console.print(block: String(difference.dropLast())) }
        if password != nil {
            Console.print(
                paragraph: translated("The password goes to \(answers.passwordFile), which only you can read."))
        }
        Console.print(paragraph: translated("Then: \(startCommand)"))
        if isDry { return }
        Console.print(
            paragraph: translated("Your current settings are saved first; undo with 'batonctl setup --mqtt --revert'."))
        guard try SetupQuestion.isAgreed(isAgreed) else { throw Self.ended }
        try CommandError.setting { () throws(SetupError) in
            // What an earlier set-up has written is replaced, so that the user's own lines can be restored.
            for sentence in try ConfigurationChange.takeBack(.machines, in: directory) ?? [] { Console.print(sentence) }
        }
        let before = try loaded()
        try CommandError.setting { () throws(SetupError) in
            try change(answers, before).make(in: directory)
            guard let password else { return }
            do throws(SetupError) { try Self.write(password, to: answers.passwordFile) } catch {
                _ = try ConfigurationChange.takeBack(.machines, in: directory)
                throw error
            }
        }
        try start()
    }

    private func start() throws(CommandError) {
        guard installation.hasMachinesUnit else {
            return Console.print(paragraph: translated("Done. Start it: \(startCommand)"))
        }
        let unit = Installation.machinesUnit
        guard Subcommand.run(["systemctl", "--user", "enable", unit]),
            Subcommand.run(["systemctl", "--user", "restart", unit])
        else {
            throw CommandError(translated("The settings are written, but this failed: \(startCommand)"))
        }
        Console.print(paragraph: translated("Done. The other machines: batonctl hosts"))
    }

    private var startCommand: String {
        installation.hasMachinesUnit
            ? "systemctl --user enable --now \(Installation.machinesUnit)" : installation.machines ?? "baton-mqtt"
    }

    /// Takes everything back: the start at each login, what the broker keeps of this machine, the lines, the password.
    ///
    /// - Returns: whether there was something.
    func revert() throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        let isMade = try CommandError.setting { () throws(SetupError) in
            try ConfigurationChange.isMade(.machines, in: directory)
        }
        guard isMade else { return false }
        if installation.hasMachinesUnit {
            _ = Subcommand.run(["systemctl", "--user", "disable", "--now", Installation.machinesUnit])
        }
        // With the lines the way to the broker is gone.
        do throws(CommandError) { _ = try MachinesProgram(installation).forget() } catch {
            Console.print(
                paragraph: translated("The broker may still keep topics of this machine: \(error.description)"))
        }
        let passwordFile = (try? loaded())?.configuration.mqtt.passwordFile
        let kept = try CommandError.setting { () throws(SetupError) in
            try ConfigurationChange.takeBack(.machines, in: directory)
        }
        for sentence in kept ?? [] { Console.print(sentence) }
        if let passwordFile, try passwordFile == passwordPath { unlink(passwordFile) }
        Console.print(paragraph: translated("Other machines: [mqtt] in baton.conf is as before."))
        return true
    }

    // MARK: Files

    private static var ended: CommandError { CommandError(translated("Nothing was changed.")) }

    /// Where Baton keeps a password that was typed.
    private var passwordPath: String {
        get throws(CommandError) {
            guard let home = environment.configHome else {
                throw CommandError(translated("There is no place for the configuration: HOME is not set."))
            }
            return "\(home)/baton/mqtt-password"
        }
    }

    private func loaded() throws(CommandError) -> LoadedConfiguration {
        do throws(ConfigurationError) {
            return try Configuration.load(
                paths: Paths(environment: Paths.processEnvironment()), keys: .unchecked)
        } catch {
            throw CommandError(
                translated("The configuration has errors, so nothing was changed: \("\(error.diagnostics[0])")"))
        }
    }

    private func change(
        _ answers: MQTTAnswers, _ present: LoadedConfiguration
    ) throws(SetupError) -> ConfigurationChange {
        try ConfigurationChange(
            "mqtt", answers.settings(beside: present.configuration.mqtt), usedFile: present.file, environment,
            as: .machines)
    }

    private static func write(_ password: String, to path: String) throws(SetupError) {
        let folder = path.dropLast("/mqtt-password".utf8.count)
        // The configuration file may be the first in it.
        mkdir(String(folder), 0o755)
        do throws(Errno) {
            try AtomicFile(path).write(Array("\(password)\n".utf8), mode: 0o600)
        } catch {
            throw SetupError(translated("\(path) cannot be written: \("\(error)")."))
        }
    }
}
