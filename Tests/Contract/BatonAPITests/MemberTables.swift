// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// The tables of docs/dbus-api.md with an interface's members, made from its declaration.
struct MemberTables {
    let text: String

    init(_ interface: any InterfaceDeclaration.Type) {
        // An interface of apps' objects has one caller, the agent.
        let hasCallers = interface.path != nil
        var methods: [String] = []
        var signals: [String] = []
        var properties: [String] = []
        for member in interface.members {
            // What the XML has in quotation marks is code here.
            let meaning = (member.meaning.split(separator: "\n").first ?? "").replacing("\"", with: "`")
            let sentence = member.page.isEmpty ? meaning : "\(meaning) \(member.page)"
            let who = hasCallers ? " \(member.who) |" : ""
            switch member.kind {
            case .method(let arguments, let results, _):
                let form = "\(member.name)(\(Self.list(arguments)))\(Self.results(results))"
                methods.append("| `\(form)` |\(who) \(sentence) |")
            case .signal(let arguments):
                signals.append("| `\(member.name)(\(Self.list(arguments)))` | \(sentence) |")
            case .property(let type, _, _): properties.append("| `\(member.name) \(type)` |\(who) \(sentence) |")
            }
        }
        let who = hasCallers ? " who |" : ""
        let line = hasCallers ? "---|" : ""
        text = [
            methods.isEmpty
                ? nil : "| method |\(who) what it does |\n|---|\(line)---|\n\(methods.joined(separator: "\n"))\n",
            signals.isEmpty ? nil : "| signal | what it tells |\n|---|---|\n\(signals.joined(separator: "\n"))\n",
            properties.isEmpty
                ? nil : "| property |\(who) what it is |\n|---|\(line)---|\n\(properties.joined(separator: "\n"))\n",
        ].compactMap(\.self).joined(separator: "\n")
    }

    private static func list(_ fields: [FieldDescription]) -> String {
        fields.map { "\($0.argument.signature) \($0.argument.name)" }.joined(separator: ", ")
    }

    private static func results(_ fields: [FieldDescription]) -> String {
        switch fields.count {
        case 0: ""
        case 1: " → \(list(fields))"
        default: " → (\(list(fields)))"
        }
    }
}

extension MemberDescription {
    /// Who may use it.
    fileprivate var who: String {
        guard case .property(_, _, .some) = kind else { return callers.rawValue }
        return "\(callers.rawValue), can be set"
    }
}
