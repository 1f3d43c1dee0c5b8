// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The methods of org.freedesktop.DBus.
extension SimulatedBus {
    func drive(_ call: Message, from sender: SimulatedTransport) {
        guard call.kind == .methodCall else { return }
        var answer = Message.methodReturn(to: call)
        do throws(DBusError) {
            try answer.append(contentsOf: try perform(call, from: sender))
        } catch {
            answer = .error(to: call, error)
        }
        if call.expectsReply, sender.isOpen {
            if let name = sender.uniqueName { answer.setDestination(name) }
            say(answer, to: sender)
        }
    }

    private func perform(_ call: Message, from sender: SimulatedTransport) throws(DBusError) -> [Value] {
        let arguments = try call.arguments()
        let text = arguments.first?.asString ?? ""
        switch call.member?.rawValue {
        case "Hello": return [.string(greet(sender).rawValue)]
        case "AddMatch": addRule(text, for: sender)
        case "RemoveMatch":
            guard removeRule(text, for: sender) else {
                throw DBusError("org.freedesktop.DBus.Error.MatchRuleNotFound", "no such rule")
            }
        case "ListNames": return [.strings(ownedNames)]
        case "GetNameOwner": return [.string(try present(text).uniqueName?.rawValue ?? "")]
        case "GetConnectionUnixProcessID": return [.uint32(try present(text).process)]
        case "GetConnectionCredentials":
            return [.vardict([("ProcessID", .uint32(try present(text).process)), ("UnixUserID", .uint32(1000))])]
        case "RequestName":
            guard case .uint32(let flags)? = arguments.dropFirst().first else { throw Self.wrong }
            return [.uint32(request(try BusName(text), mayQueue: flags & 4 == 0, for: sender))]
        case "ReleaseName": return [.uint32(dequeue(sender, from: try BusName(text)) ? 1 : 2)]
        case "StartServiceByName": throw DBusError(.serviceUnknown, "no program provides '\(text)'")
        default: throw DBusError(.unknownMethod, "the simulated bus has no such method")
        }
        return []
    }

    private static var wrong: DBusError { DBusError(.invalidArguments, "wrong arguments") }

    private func present(_ name: String) throws(DBusError) -> SimulatedTransport {
        if name == BusName.bus.rawValue { throw DBusError(.nameHasNoOwner, "that is the bus") }
        guard let transport = owner(of: try BusName(name)) else {
            throw DBusError(.nameHasNoOwner, "no connection owns '\(name)'")
        }
        return transport
    }
}
