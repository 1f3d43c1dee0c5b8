// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDoctor
import BatonReactor
import BatonTemplate
import BatonTestSupport

@testable import batonctl

/// The agent's side of undoing, with answers that the test chooses.
final class StubUndoAgent {
    let connection: Connection
    private let state = State()
    private let exported: ExportedObject

    private final class State {
        var calls: [String] = []
        var answer: (String, Reason?) = ("undone", nil)
        var rows: [DoctorFinding] = []
        /// The rows with a headset: without one the promise depends on what this machine lets its user read.
        var told: [DoctorFinding] {
            let headset = DoctorFinding(
                section: "input", name: "headset", state: "works", reason: .doctor(.headsetConnected, [.device: "A"]))
            return rows + (rows.contains { $0.name == headset.name } ? [] : [headset])
        }
        /// The sources of presses: their kind and state.
        var inputs: [(String, String)] = []
        var rowsWithConsent: [DoctorFinding]?
        var consent: (String, Reason?)? = ("granted", nil)
        var refusal: DBusError?
        var end: (String, String)?
        var isOffered = false
        var point: Reason?
        var waiting: [Invocation] = []
        /// Tells that what is offered has changed.
        var change: (() -> Void)?
        var tellsChanges = false
    }

    /// The calls it got, in order.
    var calls: [String] { state.calls }
    /// The outcome of an undo, and the reason.
    var answer: (String, Reason?) {
        get { state.answer }
        set { state.answer = newValue }
    }
    /// The rows of the doctor.
    var rows: [DoctorFinding] {
        get { state.rows }
        set { state.rows = newValue }
    }
    /// The sources of presses: their kind and state.
    var inputs: [(String, String)] {
        get { state.inputs }
        set { state.inputs = newValue }
    }
    /// The rows of the doctor after a consent was given, if they differ.
    var rowsWithConsent: [DoctorFinding]? {
        get { state.rowsWithConsent }
        set { state.rowsWithConsent = newValue }
    }
    /// The outcome of a request for consent; nil while the user has not decided.
    var consent: (String, Reason?)? {
        get { state.consent }
        set { state.consent = newValue }
    }
    /// The error with which it refuses calls.
    var refusal: DBusError? {
        get { state.refusal }
        set { state.refusal = newValue }
    }
    /// The outcome of a shake without a question; nil while a question is on the screen.
    var end: (String, String)? {
        get { state.end }
        set { state.end = newValue }
    }
    /// What counts as a shake, and why.
    var point: Reason? {
        get { state.point }
        set { state.point = newValue }
    }
    /// Whether it tells that what it offers has changed, around the answer to each choice.
    var tellsChanges: Bool {
        get { state.tellsChanges }
        set { state.tellsChanges = newValue }
    }
    /// The number of calls that it has not answered.
    var waiting: Int { state.waiting.count }

    init(on stage: Stage) throws {
        connection = try stage.connect()
        exported = ExportedObject(interfaces: [Self.application(state)])
        connection.export(exported, at: "/org/baton/Baton1")
        try stage.own("org.baton.Baton1", connection)
        state.change = { [weak exported] in
            exported?.emitPropertiesChanged("org.baton.Baton1.Application", ["UndoOffered"])
        }
    }

    /// Shows the question on the screen.
    func offer() {
        state.isOffered = true
        state.change?()
    }

    private static func application(_ state: State) -> Interface {
        let answer = [Argument("outcome", "s"), Argument("reason", "s"), Argument("details", "a{sv}")]
        return Interface(
            "org.baton.Baton1.Application",
            methods: [
                method("Undo", out: answer, state) { settle($0, state) },
                method("Redo", out: answer, state) { settle($0, state) },
                method("Doctor", out: [Argument("rows", "a(ssssa{sv})")], state) { call in
                    let rows = state.told.map { row in
                        Value.structure(
                            [row.section, row.name, row.state].map { .string($0) } + Reason.values(row.reason))
                    }
                    call.reply(.array(DBusArray("(ssssa{sv})", rows)))
                },
                inputs(state),
                method("RequestConsent", in: [Argument("route", "s")], out: answer, state) { call in
                    guard let consent = state.consent else { return state.waiting.append(call) }
                    if let rows = state.rowsWithConsent { state.rows = rows }
                    call.reply([.string(consent.0)] + Reason.values(consent.1))
                },
                method(
                    "SimulateMotion", in: [Argument("phase", "u"), Argument("wait", "b")],
                    out: [answer[0], Argument("responder", "s")] + answer[1...], state
                ) { call in
                    guard call.arguments[0] == .uint32(1) else {
                        return call.reply([.string("sent"), .string("")] + Reason.values(nil))
                    }
                    guard let end = state.end else { return state.waiting.append(call) }
                    call.reply([.string(end.0), .string(end.1)] + Reason.values(nil))
                },
            ],
            properties: [
                Property("Version", "s") { () throws(DBusError) in .string("0.1.0") },
                Property("UndoOffered", "b", emitsChange: .invalidates) { () throws(DBusError) in
                    .boolean(state.isOffered)
                },
                Property("ShakePoint", "s") { () throws(DBusError) in Reason.values(state.point)[0] },
                Property("ShakePointDetails", "a{sv}") { () throws(DBusError) in Reason.values(state.point)[1] },
            ])
    }

    private static func inputs(_ state: State) -> Method {
        method("Inputs", out: [Argument("inputs", "a(ssssa{sv}st)")], state) { call in
            let rows = state.inputs.map { kind, word in
                Value.structure(
                    [.string(kind), .string("name"), .string(word)] + Reason.values(nil) + [.string(""), .uint64(0)])
            }
            call.reply(.array(DBusArray("(ssssa{sv}st)", rows)))
        }
    }

    private static func method(
        _ name: MemberName, in input: [Argument] = [], out output: [Argument], _ state: State,
        _ body: @escaping (Invocation) -> Void
    ) -> Method {
        Method(name, in: input, out: output) { call in
            state.calls.append("\(name)(\(call.arguments.map(ValueText.text).joined(separator: ", ")))")
            if let refusal = state.refusal { call.fail(refusal) } else { body(call) }
        }
    }

    /// Answers the undo, and the shake that waited for it.
    private static func settle(_ call: Invocation, _ state: State) {
        if state.tellsChanges { state.change?() }
        defer { if state.tellsChanges { state.change?() } }
        call.reply([.string(state.answer.0)] + Reason.values(state.answer.1))
        for shake in state.waiting {
            shake.reply([.string(state.answer.0), .string("")] + Reason.values(state.answer.1))
        }
        state.waiting = []
        state.isOffered = false
    }
}
