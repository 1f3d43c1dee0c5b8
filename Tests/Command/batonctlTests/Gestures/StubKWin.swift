// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// KWin's objects for its configuration and its scripts, which do nothing.
final class StubKWin {
    private let connection: Connection
    private let state = State()

    private final class State { var calls: [String] = [] }

    /// The calls it got, in order.
    var calls: [String] { state.calls }

    init(on stage: Stage) throws {
        connection = try stage.connect()
        let load = [Argument("path", "s"), Argument("name", "s")]
        connection.export(
            ExportedObject(interfaces: [Interface("org.kde.KWin", methods: [method("reconfigure")])]), at: "/KWin")
        connection.export(
            ExportedObject(interfaces: [
                Interface(
                    "org.kde.kwin.Scripting",
                    methods: [
                        method("loadScript", in: load, .int32(0)), method("loadDeclarativeScript", in: load, .int32(0)),
                        method("start"), method("unloadScript", in: [Argument("name", "s")], .boolean(true)),
                    ])
            ]), at: "/Scripting")
        try stage.own("org.kde.KWin", connection)
    }

    private func method(_ name: MemberName, in input: [Argument] = [], _ answer: Value? = nil) -> Method {
        let output = answer.map { [Argument("answer", $0 == .int32(0) ? "i" : "b")] } ?? []
        return Method(name, in: input, out: output) { [state] call in
            state.calls.append(([name.rawValue] + call.arguments.compactMap(\.asString)).joined(separator: " "))
            if let answer { call.reply(answer) } else { call.reply() }
        }
    }
}
