// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// The XML file of an interface, made from its declaration.
struct InterfaceXML {
    private static let width = 136

    let interface: any InterfaceDeclaration.Type
    private(set) var text = """
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <!-- Made from Sources/Contract/BatonAPI/Members; see CONTRIBUTING.md. -->
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    init(_ interface: any InterfaceDeclaration.Type) {
        self.interface = interface
        text += "<!--\n" + Self.paragraphs(interface.introduction, indent: 2).joined(separator: "\n") + "\n-->\n"
        text += interface.path.map { "<node name=\"\($0)\">\n" } ?? "<node>\n"
        text += "  <!--\n    \(interface.name):\n    @short_description: \(interface.summary)\n  -->\n"
        text += "  <interface name=\"\(interface.name)\">\n"
        text += interface.members.map(Self.member).joined(separator: "\n")
        text += "  </interface>\n</node>\n"
    }

    private static func member(_ member: MemberDescription) -> String {
        var lines = ["    <!--", "      \(member.name):"]
        for field in member.fields {
            lines += wrapped("@\(field.argument.name): \(field.meaning)", indent: 6, hanging: 8)
        }
        if !member.fields.isEmpty { lines.append("") }
        lines += paragraphs(member.meaning + (member.refusal.map { "\n\n\($0)" } ?? ""), indent: 6)
        lines.append("    -->")
        switch member.kind {
        case .method(let arguments, let results, let isAnswered):
            var inside = arguments.map { argument($0, " direction=\"in\"") }
            inside += results.map { argument($0, " direction=\"out\"") }
            if !isAnswered { inside.append(annotation("org.freedesktop.DBus.Method.NoReply", "true")) }
            lines += element("method", "name=\"\(member.name)\"", inside)
        case .signal(let arguments):
            lines += element("signal", "name=\"\(member.name)\"", arguments.map { argument($0, "") })
        case .property(let type, let change, let writers):
            let access = writers == nil ? "read" : "readwrite"
            lines += element(
                "property", "name=\"\(member.name)\" type=\"\(type)\" access=\"\(access)\"",
                [annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", change.rawValue)])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func element(_ name: String, _ attributes: String, _ inside: [String]) -> [String] {
        inside.isEmpty
            ? ["    <\(name) \(attributes)/>"] : ["    <\(name) \(attributes)>"] + inside + ["    </\(name)>"]
    }

    private static func argument(_ field: FieldDescription, _ direction: String) -> String {
        "      <arg name=\"\(field.argument.name)\" type=\"\(field.argument.signature)\"\(direction)/>"
    }

    private static func annotation(_ name: String, _ value: String) -> String {
        "      <annotation name=\"\(name)\" value=\"\(value)\"/>"
    }

    private static func paragraphs(_ text: String, indent: Int) -> [String] {
        let paragraphs = text.split(separator: "\n").map { wrapped(String($0), indent: indent, hanging: indent) }
        return Array(paragraphs.joined(separator: [""]))
    }

    /// The text in lines that fit.
    private static func wrapped(_ text: String, indent: Int, hanging: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent - 1)
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > width {
                lines.append(line)
                line = String(repeating: " ", count: hanging - 1)
            }
            line += " \(word)"
        }
        return lines + [line]
    }
}

extension MemberDescription {
    /// The arguments and the results.
    var fields: [FieldDescription] {
        switch kind {
        case .method(let arguments, let results, _): arguments + results
        case .signal(let arguments): arguments
        case .property: []
        }
    }

    /// Whom the agent refuses, in words; nil for a signal, for what anyone may use, and for what the agent calls itself.
    var refusal: String? {
        switch (kind, callers) {
        case (.signal, _), (_, .anyone), (_, .registered), (_, .peer): nil
        case (.method, .unconfined): "Refused to sandboxed callers."
        case (.property, .unconfined): "Refused to sandboxed callers; its change is signalled without the value."
        }
    }
}
